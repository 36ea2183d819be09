import { ProtocolError } from './errors.ts';
import * as refusals from './refusals.ts';

/**
 * The header that shows that a request comes from another origin's page; undefined otherwise. Browsers send
 * Sec-Fetch-Site, older ones only Origin; programs send neither. `Origin: null` (a sandboxed frame, or a page
 * without referrer) counts as another origin unless Sec-Fetch-Site says otherwise.
 */
export function crossOriginHeader({ headers }: Request, url: URL): 'Sec-Fetch-Site' | 'Origin' | undefined {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return 'Sec-Fetch-Site';
  const origin = headers.get('Origin');
  const isHidden = origin === 'null' && site !== null;
  return origin === null || origin === url.origin || isHidden ? undefined : 'Origin';
}

/**
 * Rejects a form that another site's page has sent.
 * @throws {ProtocolError} `invalid_item` (400), naming the header.
 */
export function refuseCrossSite(request: Request, url: URL): void {
  const item = crossOriginHeader(request, url);
  if (item !== undefined) throw new ProtocolError(refusals.invalid_item, { item });
}
