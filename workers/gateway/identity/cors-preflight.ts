/** Whether a request is a CORS preflight (Fetch §4.8), which has no cookie, token, or body. */
export const isPreflight = ({ method, headers, body }: Request): boolean =>
  method === 'OPTIONS' &&
  body === null &&
  headers.has('Origin') &&
  headers.has('Access-Control-Request-Method');

/**
 * Returns the request without credentials. Browsers add no credentials to a preflight, so a request that imitates
 * a preflight must not have any.
 */
export function withoutCredentials(request: Request): Request {
  const stripped = new Request(request);
  for (const name of ['Cookie', 'Authorization']) stripped.headers.delete(name);
  return stripped;
}
