import { crossOriginHeader } from '../../core/protocol/same-origin.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Headers of a WebSocket handshake (RFC 6455 §4.1). Any of them identifies a handshake, because nginx and Traefik
 * drop `Upgrade` from their request to `/auth/verify`.
 */
const handshakeHeaders = ['Upgrade', 'Sec-WebSocket-Key', 'Sec-WebSocket-Version'];

/**
 * Whether a page of another origin may have sent an unsafe request or a WebSocket handshake with the user's cookie.
 * Browsers add cookies to requests from sibling hosts (`SameSite=Lax` compares only sites), and don't apply the
 * same-origin policy to WebSockets.
 * @param url the gateway's origin. It comes from `GATEWAY_ORIGIN`, because a proxy may rewrite the request's host.
 * @param trusted origins whose pages may send such requests; `*` for all.
 */
export function isCrossOrigin(request: Request, url: URL, trusted: readonly string[]): boolean {
  if (safeMethods.has(request.method) && !opensSocket(request)) return false;
  if (trusted.includes('*') || trusted.includes(request.headers.get('Origin') ?? '')) return false;
  return crossOriginHeader(request, url) !== undefined;
}

const opensSocket = ({ headers }: Request): boolean =>
  handshakeHeaders.some((name) => headers.has(name)) || headers.get('Sec-Fetch-Mode') === 'websocket';
