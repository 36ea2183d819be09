import { replaceForgeableHeaders } from '../application/forward.ts';
import { requestForApplication } from '../application/request-for-application.ts';
import { isPreflight, withoutCredentials } from '../identity/cors-preflight.ts';
import { isCrossOrigin } from '../identity/cross-origin.ts';
import { sessionLookup } from '../identity/session-lookup.ts';

/**
 * The request as the application gets it, by the rules of the guard: without plid cookies, a session as bearer token,
 * and headers that could forge its sender or its path.
 */
export function applicationRequest(request: Request, url: URL, trustedHeaders: readonly string[]): Request {
  const cleaned = requestForApplication(
    isPreflight(request) ? withoutCredentials(request) : request,
    trustedHeaders,
  );
  replaceForgeableHeaders(cleaned.headers, request, url);
  return cleaned;
}

/**
 * The request for looking up the session; undefined if the request has nothing that identifies its user.
 * @param origin `GATEWAY_ORIGIN`.
 */
export function userLookup(
  request: Request,
  origin: string,
  trustedOrigins: readonly string[],
): Request | undefined {
  if (isPreflight(request)) return undefined;
  const lookup = sessionLookup(request, isCrossOrigin(request, new URL(origin), trustedOrigins));
  return lookup.headers.has('Cookie') || lookup.headers.has('Authorization') ? lookup : undefined;
}
