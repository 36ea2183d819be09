import { readCookie, writeCookie } from '../../core/http/cookies.ts';
import { isPrefetch, isTopLevelNavigation } from '../../core/http/prefetch.ts';
import { readReturnPath } from '../../core/http/return-path.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { gatewayCookies } from '../settings/gateway-cookie-names.ts';
import { signedOutMarkLifetime } from '../settings/gateway-lifetimes.ts';
import * as gatewayRefusals from '../settings/gateway-refusals.ts';

/**
 * Rejects a prefetch. The browser discards the response and sends the real request when the user navigates.
 * @throws {ProtocolError} `prefetched`.
 */
export function rejectPrefetch(request: Request): void {
  if (isPrefetch(request)) throw new ProtocolError(gatewayRefusals.prefetched);
}

/**
 * Rejects requests for images, frames, and scripts, because only a page navigation starts a sign-in. @throws
 * {ProtocolError} `invalid_item`.
 */
export function rejectEmbedded(request: Request): void {
  if (!isTopLevelNavigation(request))
    throw new ProtocolError(refusals.invalid_item, { item: 'Sec-Fetch-Dest' });
}

/**
 * Maximum length of a return path, in characters. OpenID Connect authorization requests need paths of this length.
 * A path of this length still fits into the encrypted sign-in cookie.
 */
const maxReturnPathLength = 2_400;

/**
 * Checks the address to return to after sign-in, which must be a path on the gateway's own origin. @param path
 * from the request. The default is `/`.
 * @returns the whole URL, which no browser interprets as another origin. @throws {ProtocolError} `invalid_item` if
 * a browser could read the path as another origin.
 */
export function checkReturnPath(path: string | undefined, origin: string): string {
  if (path === undefined) return `${origin}/`;
  const address = readReturnPath(path, origin, maxReturnPathLength);
  if (address === undefined) throw new ProtocolError(refusals.invalid_item, { item: 'return_to' });
  return address;
}

/** Whether every browser interprets a path as one on the given origin. */
export const isReturnPath = (path: string, origin: string): boolean =>
  readReturnPath(path, origin, maxReturnPathLength) !== undefined;

/** A Set-Cookie value that marks the browser as signed out. */
export const signedOutCookie = (url: URL): string =>
  writeCookie(url, gatewayCookies.signedOut, 'Y', signedOutMarkLifetime);

/** A Set-Cookie value that removes the signed-out mark after a sign-in. */
export const clearedSignedOutCookie = (url: URL): string => writeCookie(url, gatewayCookies.signedOut, '', 0);

/** Whether the browser is marked as signed out. */
export const hasSignedOut = (request: Request): boolean =>
  readCookie(request, gatewayCookies.signedOut) !== undefined;
