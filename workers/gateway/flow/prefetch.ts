import { isPrefetch, isTopLevel } from '../../core/http/navigation.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { refusals } from '../../core/protocol/refusals.ts';
import { gatewayRefusals } from '../shared/gateway-refusals.ts';

/**
 * Refuses what a browser fetches before anybody asked for it: a refused prefetch is thrown away, and the real request
 * follows once the person goes there.
 * @throws {ProtocolError} `prefetched`.
 */
export function refusePrefetch(request: Request): void {
  if (isPrefetch(request)) throw new ProtocolError(gatewayRefusals.prefetched);
}

/**
 * Refuses what is not a page that a person opens: an image, a frame or a script's request begins no sign-in.
 * @throws {ProtocolError} `invalid_item`.
 */
export function refuseEmbedded(request: Request): void {
  if (!isTopLevel(request)) throw new ProtocolError(refusals.invalid_item, { item: 'Sec-Fetch-Dest' });
}
