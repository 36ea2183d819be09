/** Whether a request is a CORS preflight (Fetch §4.8), which has no cookie, token, or body. */
export const isPreflight = (request: Request): boolean =>
  request.method === 'OPTIONS' &&
  hasNoBody(request) &&
  request.headers.has('Origin') &&
  request.headers.has('Access-Control-Request-Method');

/**
 * Whether a request has no body. With `Content-Length: 0`, which the server of `wrangler dev` adds, the runtime returns
 * an empty stream. A transfer coding would override the length (RFC 9112 §6.3).
 */
const hasNoBody = ({ body, headers }: Request): boolean =>
  body === null || (headers.get('Content-Length') === '0' && !headers.has('Transfer-Encoding'));

/**
 * Returns the request without credentials. Browsers add no credentials to a preflight, so a request that imitates
 * a preflight must not have any.
 */
export function withoutCredentials(request: Request): Request {
  const stripped = new Request(request);
  for (const name of ['Cookie', 'Authorization']) stripped.headers.delete(name);
  return stripped;
}
