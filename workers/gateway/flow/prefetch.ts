import { ProtocolError } from '../../core/protocol/errors.ts';
import { refusals } from '../../core/protocol/refusals.ts';
import { gatewayRefusals } from '../answers/gateway-refusals.ts';

/**
 * Refuses what a browser fetches before anybody asked for it: a refused prefetch is thrown away, and the real request
 * follows once the person goes there.
 * @throws {ProtocolError} `prefetched`.
 */
export function refusePrefetch({ headers }: Request): void {
  const purposes = ['Sec-Purpose', 'Purpose', 'X-Moz'].map((name) => headers.get(name)?.toLowerCase() ?? '');
  if (purposes.some((purpose) => purpose.includes('prefetch')))
    throw new ProtocolError(gatewayRefusals.prefetched);
}

/**
 * Refuses what is not a page that a person opens: an image, a frame or a script's request begins no sign-in.
 * @throws {ProtocolError} `invalid_item`.
 */
export function refuseEmbedded({ headers }: Request): void {
  const destination = headers.get('Sec-Fetch-Dest') ?? 'document';
  if (destination !== 'document') throw new ProtocolError(refusals.invalid_item, { item: 'Sec-Fetch-Dest' });
}
