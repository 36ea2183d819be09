import * as v from 'valibot';
import { signInHeader } from '../../../packages/plid/protocol/sign-in-name.ts';
import { isPassthrough } from './passthrough.ts';
import { requestIdHeader } from './request-id.ts';

/** Whether browsers are to use https at the hosts below this one as well. `N`: some of them answer only over plain http. */
export const subdomainsSetting = (defaultValue: 'Y' | 'N') =>
  v.optional(v.picklist(['Y', 'N'], 'needs Y or N'), defaultValue);

/** The settings on which the headers of an answer depend. */
interface Answered {
  url: URL;
  requestId: string;
  signInName?: string | undefined;
  /** The worker's settings, where they were read. */
  env?: unknown;
}

/**
 * Sets the headers of every response, unless another worker has made it as a whole: not cached, no referrer, no content sniffing, no part of another origin's page, HTTPS only, and
 * the ids of the request and of its sign-in. It must be one that a worker made: those of a response that was fetched can't be changed. A socket has no such
 * headers, and no copy of its response would have the socket.
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

/** For a year (RFC 6797). A browser keeps to the latest answer of a host, so that all workers of a half have the setting. */
function httpsOnly(env: unknown): string {
  const { HSTS_SUBDOMAINS } = (env ?? {}) as { HSTS_SUBDOMAINS?: 'Y' | 'N' };
  return HSTS_SUBDOMAINS === 'Y' ? 'max-age=31536000; includeSubDomains' : 'max-age=31536000';
}
