import * as v from 'valibot';
import { signInHeader } from '../protocol/sign-in-header.ts';
import { isPassthrough } from './passthrough.ts';
import { requestIdHeader } from './request-id.ts';

/** Whether browsers must use https for subdomains too. `N` if some subdomains serve only http. */
export const subdomainsSetting = (defaultValue: 'Y' | 'N') =>
  v.optional(v.picklist(['Y', 'N'], 'needs Y or N'), defaultValue);

/** The values that the response headers depend on. */
interface Answered {
  url: URL;
  requestId: string;
  signInName?: string | undefined;
  /** The worker's settings, if they have been read. */
  env?: unknown;
}

/**
 * Sets the headers of every response, except responses that another worker created. The headers prohibit caching,
 * referrers, content sniffing, and embedding by other origins, and require HTTPS. They also contain the ids of the
 * request and its sign-in. The response must be created by this worker, because headers of a fetched response are
 * immutable. A WebSocket response gets no such headers, because a copy of it would lose the socket.
 */
export function withCommonHeaders(
  response: Response,
  { url, requestId, signInName, env }: Answered,
): Response {
  const { headers, webSocket } = response;
  if (webSocket || isPassthrough(response)) return response;
  headers.set('Cache-Control', 'no-store');
  headers.set('Referrer-Policy', 'no-referrer');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  headers.set(requestIdHeader, requestId);
  if (signInName !== undefined) headers.set(signInHeader, signInName);
  if (url.protocol === 'https:') headers.set('Strict-Transport-Security', httpsOnly(env));
  return response;
}

/**
 * Returns the header value that requires HTTPS for a year (RFC 6797). Browsers follow a host's latest response, so
 * all workers of a half have the setting `HSTS_SUBDOMAINS`.
 */
function httpsOnly(env: unknown): string {
  const { HSTS_SUBDOMAINS } = (env ?? {}) as { HSTS_SUBDOMAINS?: 'Y' | 'N' };
  return HSTS_SUBDOMAINS === 'Y' ? 'max-age=31536000; includeSubDomains' : 'max-age=31536000';
}
