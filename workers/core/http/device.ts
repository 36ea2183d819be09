/**
 * Whether a request comes from a phone, by `Sec-CH-UA-Mobile` or else by User-Agent. A tablet isn't a phone, because the
 * user's carrier app is on another device. It is only a hint for pages: both headers can be chosen freely. Pages don't ask
 * the style sheet instead, because phones of several makers report the pointer of a mouse (`hover`, `pointer`).
 */
export function isPhone(headers: Headers): boolean {
  const hint = headers.get('Sec-CH-UA-Mobile');
  if (hint !== null) return hint === '?1';
  return /\b(?:iPhone|iPod)\b|\bAndroid\b.*\bMobile\b/.test(headers.get('User-Agent') ?? '');
}
