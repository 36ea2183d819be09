import { ProtocolError } from '../../core/protocol/errors.ts';
import { crossOriginHeader, refuseCrossSite } from '../../core/protocol/same-origin.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import * as gatewayRefusals from '../settings/gateway-refusals.ts';

/**
 * Whether the page of a request is on the other host to which the request was sent, such as `www`.
 * @param origin `GATEWAY_ORIGIN`, which is the only origin where a user can be signed in.
 */
export const isPageOfOtherHost = (request: Request, url: URL, origin: string): boolean =>
  url.origin !== origin && crossOriginHeader(request, url) === undefined;

/**
 * Rejects a form that isn't from a page of `GATEWAY_ORIGIN`. The page's origin is compared with that setting, never
 * with the request's host: behind a proxy that rewrites `Host`, the two differ in each request.
 * @throws {ProtocolError} `other_host` for a page on the other host to which the form was sent, because no user is
 * signed in there; `invalid_item` (400) with the name of the header for all other pages.
 */
export function refuseForeignForm({
  request,
  url,
  env: { GATEWAY_ORIGIN },
}: Pick<Context<Pick<Bindings, 'GATEWAY_ORIGIN'>>, 'request' | 'url' | 'env'>): void {
  const own = new URL(GATEWAY_ORIGIN);
  const isForeign = crossOriginHeader(request, own) !== undefined;
  if (isForeign && isPageOfOtherHost(request, url, GATEWAY_ORIGIN))
    throw new ProtocolError(gatewayRefusals.other_host);
  refuseCrossSite(request, own);
}
