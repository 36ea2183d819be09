import { sha256Base64url } from '../../core/crypto/bytes.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { readCookie, writeCookie } from '../../core/http/cookies.ts';
import { bearerToken } from '../../core/protocol/bearer.ts';
import { gatewayCookies } from '../settings/gateway-cookie-names.ts';
import { sessionToken } from '../settings/gateway-sealed-types.ts';

/** Prefix that distinguishes a session token from other bearer tokens. */
const tokenPrefix = 'plid_';
const sessionBearer = new RegExp(`^bearer +${tokenPrefix}`, 'i');

/**
 * Returns a session's id in storage. The id is the Base64url-encoded SHA-256 of the secret, so that it doesn't
 * reveal the secret.
 */
export const sessionId = (secret: string): Promise<string> => sha256Base64url(secret);

/** A decrypted session token. Only storage can decide whether the session is live. */
export interface PresentedSession {
  plid: string;
  secret: string;
  id: string;
}

/**
 * Reads the session token from a bearer token or the cookie. A token that is forged, truncated, or issued
 * elsewhere is rejected without a storage call. If the bearer token belongs to the application, the cookie is used
 * instead. @param now in seconds since 1970.
 */
export async function readSessionToken(
  request: Request,
  keys: KeyRing,
  now: number,
): Promise<PresentedSession | undefined> {
  for (const token of [bearerToken(request), readCookie(request, gatewayCookies.session)]) {
    if (!token?.startsWith(tokenPrefix)) continue;
    const opened = await sessionToken.open(keys, token.slice(tokenPrefix.length), now);
    if (opened !== undefined) return { ...opened, id: await sessionId(opened.secret) };
  }
  return undefined;
}

/** Creates a session token. @param expires the time at which the session expires, in seconds since 1970. */
export const createSessionToken = async (
  keys: KeyRing,
  session: { plid: string; secret: string },
  expires: number,
): Promise<string> => tokenPrefix + (await sessionToken.seal(keys, session, expires));

/** Returns the request, without its bearer token if that token is a session token. */
export function withoutSessionBearer(request: Request): Request {
  if (!sessionBearer.test(request.headers.get('Authorization') ?? '')) return request;
  const stripped = new Request(request);
  stripped.headers.delete('Authorization');
  return stripped;
}

/** A Set-Cookie value. @param maxAge in seconds. */
export const sessionCookie = (url: URL, token: string, maxAge: number): string =>
  writeCookie(url, gatewayCookies.session, token, maxAge);

/** A Set-Cookie value. */
export const clearedSessionCookie = (url: URL): string => writeCookie(url, gatewayCookies.session, '', 0);
