import { crossOriginHeader } from '../../core/protocol/same-origin.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a page of another origin may have sent a request that changes something, or that opens a WebSocket, in the name of whoever
 * looks at that page. Cookies come along from neighbouring hosts (`SameSite=Lax` compares only sites), and with a WebSocket no
 * browser asks whether the page may read it.
 * @param trusted origins whose pages may; `*` for all.
 */
export function isFromOtherOrigin(request: Request, url: URL, trusted: readonly string[]): boolean {
  if (safeMethods.has(request.method) && !request.headers.has('Upgrade')) return false;
  if (trusted.includes('*') || trusted.includes(request.headers.get('Origin') ?? '')) return false;
  return crossOriginHeader(request, url) !== undefined;
}
