import { ProtocolError } from './errors.ts';
import * as refusals from './refusals.ts';

/**
 * Returns the header that shows that a request comes from another origin's page, or undefined if no header shows
 * this. Browsers send Sec-Fetch-Site, older browsers send only Origin, and programs send neither header. `Origin:
 * null` (from a sandboxed frame, or a page without a referrer) counts as another origin unless Sec-Fetch-Site
 * indicates otherwise.
 */
export function crossOriginHeader({ headers }: Request, url: URL): 'Sec-Fetch-Site' | 'Origin' | undefined {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return 'Sec-Fetch-Site';
  const origin = headers.get('Origin');
  const isHidden = origin === 'null' && site !== null;
  return origin === null || origin === url.origin || isHidden ? undefined : 'Origin';
}

/**
 * Rejects a form that another site's page sent. @throws {ProtocolError} `invalid_item` (400) with the name of the
 * header, if the form is from another site.
 */
export function refuseCrossSite(request: Request, url: URL): void {
  const item = crossOriginHeader(request, url);
  if (item !== undefined) throw new ProtocolError(refusals.invalid_item, { item });
}
