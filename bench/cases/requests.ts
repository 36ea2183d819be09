/** Requests that both halves need. */

/** The headers that a browser sends when a user follows a link on another site. */
export const browserHeaders = {
  'User-Agent':
    'Mozilla/5.0 (Linux; Android 14; SM-S921N) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Language': 'ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7',
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'cross-site',
  // Cloudflare sets it on each request: what is limited by address is counted.
  'CF-Connecting-IP': '2001:db8:1:2::3',
};

/** A sealed value of the right form and key id, but forged. @param letters the length of its ciphertext in Base64url. */
export const forgedValue = (letters: number): string =>
  [
    Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid: 'k1' })).toString('base64url'),
    '',
    'A'.repeat(16),
    'A'.repeat(letters),
    'A'.repeat(22),
  ].join('.');
