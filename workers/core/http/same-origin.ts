import { ProtocolError } from '../protocol/errors.ts';
import * as refusals from '../protocol/refusals.ts';

/**
 * Refuses what another site's page sends to a form of ours. Browsers say where a request comes from in
 * Sec-Fetch-Site, older ones in Origin alone; a program sends neither. `Origin: null` (a sandboxed frame, or a page
 * without referrer) counts as another site unless Sec-Fetch-Site says otherwise.
 * @throws {ProtocolError} `invalid_item` (400), naming the header.
 */
export function refuseCrossSite(request: Request, url: URL): void {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null && site !== 'same-origin' && site !== 'none') {
    throw new ProtocolError(refusals.invalid_item, { item: 'Sec-Fetch-Site' });
  }
  const origin = request.headers.get('Origin');
  const hidden = origin === 'null' && site !== null;
  if (origin !== null && origin !== url.origin && !hidden) {
    throw new ProtocolError(refusals.invalid_item, { item: 'Origin' });
  }
}
