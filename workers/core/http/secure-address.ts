/** Whether a host is loopback, where http is allowed. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

/**
 * Whether requests to a URL can't be read in transit. True only for https, and for http on loopback. The host
 * isn't sufficient, because URLs with other schemes may have a host too.
 */
export const isSecureAddress = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));

/**
 * Whether a text is an http URL on loopback, where only this machine can reach it. Only there may a deployment use
 * a published secret (crypto/published-secrets.ts).
 */
export const isLocalAddress = (text: unknown): boolean =>
  typeof text === 'string' &&
  URL.canParse(text) &&
  new URL(text).protocol === 'http:' &&
  isLoopback(new URL(text));

/**
 * Whether a text is the address of another program's API, such as `https://api.example/v2`: secure, without a user name,
 * query, fragment, or trailing slash, so that a path can be added to it.
 */
export function isApiAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return isSecureAddress(url) && text === `${url.origin}${url.pathname}`.replace(/\/$/, '');
}
