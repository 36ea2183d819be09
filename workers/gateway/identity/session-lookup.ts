/**
 * Returns a request for looking up the session of a request, without the cookie if the request is cross-origin.
 * Browsers add cookies automatically, whereas a page of another origin can't know a bearer token.
 */
export function sessionLookup(request: Request, isForeign: boolean): Request {
  const lookup = new Request(request.url, { headers: request.headers });
  if (isForeign) lookup.headers.delete('Cookie');
  return lookup;
}
