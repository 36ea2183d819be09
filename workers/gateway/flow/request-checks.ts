import { readReturnPath } from '../../../packages/plid/http/return-path.ts';
import { readCookie, writeCookie } from '../../core/http/cookies.ts';
import { isPrefetch, isTopLevel } from '../../core/http/navigation.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { signedOutLifetime } from '../shared/gateway-lifetimes.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';

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

/** As much as fits into the cookie of a sign-in, which holds it sealed: an authorization request of OpenID Connect has a path of this length. */
const maxReturnPathLength = 2_400;

/**
 * Checks the address to lead a person to afterwards: a path of the gateway's own origin.
 * @param path as the request named it; `/` if it named none. @returns the whole address, which no browser reads as another's.
 * @throws {ProtocolError} `invalid_item` for a path that leads, or could be read to lead, anywhere else.
 */
export function returnAddress(path: string | undefined, origin: string): string {
  if (path === undefined) return `${origin}/`;
  const address = readReturnPath(path, origin, maxReturnPathLength);
  if (address === undefined) throw new ProtocolError(refusals.invalid_item, { item: 'return_to' });
  return address;
}

/** Whether a path leads nowhere but to the own origin, however a browser reads it. */
export const isReturnPath = (path: string, origin: string): boolean =>
  readReturnPath(path, origin, maxReturnPathLength) !== undefined;

const signedOutName = 'plid-signed-out';

/** A Set-Cookie value: marks a browser after a log-out. */
export const signedOutCookie = (url: URL): string => writeCookie(url, signedOutName, 'Y', signedOutLifetime);

/** A Set-Cookie value: removes the mark after a sign-in. */
export const noSignedOutCookie = (url: URL): string => writeCookie(url, signedOutName, '', 0);

/** Whether a browser holds the mark. */
export const hasSignedOut = (request: Request): boolean => readCookie(request, signedOutName) !== undefined;
