/** Whether a browser asks by CORS what another origin's page may send (Fetch §4.8): it brings no cookie, no token and no body. */
export const isPreflight = ({ method, headers, body }: Request): boolean =>
  method === 'OPTIONS' &&
  body === null &&
  headers.has('Origin') &&
  headers.has('Access-Control-Request-Method');

/** The request without its credentials. No browser adds them to a preflight, and nothing that passes for one may bring them. */
export function withoutCredentials(request: Request): Request {
  const stripped = new Request(request);
  for (const name of ['Cookie', 'Authorization']) stripped.headers.delete(name);
  return stripped;
}
