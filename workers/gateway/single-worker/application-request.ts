import { requestForApplication } from '../guard/request-for-application.ts';
import { isPreflight, withoutCredentials } from '../identity/cors-preflight.ts';
import { isCrossOrigin } from '../identity/cross-origin.ts';
import { isForgeable, originOf } from '../shared/forward.ts';

/**
 * The request as the application gets it, by the rules of the guard: without plid cookies, a session as bearer token,
 * and headers that could forge its sender or its path.
 */
export function applicationRequest(request: Request, url: URL, trustedHeaders: readonly string[]): Request {
  const cleaned = requestForApplication(
    isPreflight(request) ? withoutCredentials(request) : request,
    trustedHeaders,
  );
  for (const name of [...cleaned.headers.keys()]) if (isForgeable(name)) cleaned.headers.delete(name);
  for (const [name, value] of Object.entries(originOf(request, url))) cleaned.headers.set(name, value);
  return cleaned;
}

/**
 * The part of a request that identifies its user; undefined if none does. A page of another origin can't know a
 * bearer token, whereas browsers add cookies automatically.
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
