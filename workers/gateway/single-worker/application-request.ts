import { requestForApplication } from '../guard/request-for-application.ts';
import { isPreflight, withoutCredentials } from '../identity/cors-preflight.ts';
import { isCrossOrigin } from '../identity/cross-origin.ts';

/** Headers with the user's identity. CGI and others don't distinguish `_` from `-` in header names. */
const identityHeader = /^plid(?:[-_]|$)/i;

/**
 * Returns the request as the application gets it, without plid cookies, a session token as bearer token, or
 * identity headers.
 */
export function applicationRequest(request: Request, trustedHeaders: readonly string[]): Request {
  const cleaned = requestForApplication(
    isPreflight(request) ? withoutCredentials(request) : request,
    trustedHeaders,
  );
  for (const name of [...cleaned.headers.keys()]) if (identityHeader.test(name)) cleaned.headers.delete(name);
  return cleaned;
}

/**
 * Returns the part of a request that identifies the request's user, or undefined if no part identifies a user. A
 * page of another origin can't know a bearer token, whereas browsers add cookies automatically.
 */
export function sessionLookup(
  request: Request,
  url: URL,
  trustedOrigins: readonly string[],
): Request | undefined {
  if (isPreflight(request)) return undefined;
  const lookup = new Request(request.url, { headers: request.headers });
  if (isCrossOrigin(request, url, trustedOrigins)) lookup.headers.delete('Cookie');
  return lookup.headers.has('Cookie') || lookup.headers.has('Authorization') ? lookup : undefined;
}
