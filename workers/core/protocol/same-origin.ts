import { ProtocolError } from './errors.ts';
import * as refusals from './refusals.ts';

/**
 * The header by which a request comes from another origin's page; undefined where it does not. Browsers say where a request
 * comes from in Sec-Fetch-Site, older ones only in Origin; a program sends neither. `Origin: null` (a sandboxed frame, or a
 * page without referrer) counts as another origin unless Sec-Fetch-Site says otherwise.
 */
export function crossOriginHeader({ headers }: Request, url: URL): 'Sec-Fetch-Site' | 'Origin' | undefined {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return 'Sec-Fetch-Site';
  const origin = headers.get('Origin');
  const isHidden = origin === 'null' && site !== null;
  return origin === null || origin === url.origin || isHidden ? undefined : 'Origin';
}

/**
 * Refuses what another site's page sends to a form of ours.
 * @throws {ProtocolError} `invalid_item` (400), naming the header.
 */
export function refuseCrossSite(request: Request, url: URL): void {
  const item = crossOriginHeader(request, url);
  if (item !== undefined) throw new ProtocolError(refusals.invalid_item, { item });
}
