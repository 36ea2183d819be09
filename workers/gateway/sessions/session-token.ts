import { sha256Base64url } from '../../../packages/plid/crypto/bytes.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { readCookie, writeCookie } from '../../core/http/cookies.ts';
import { bearerToken } from '../../core/protocol/bearer.ts';
import { sessionToken } from '../shared/gateway-sealed-types.ts';

const sessionCookieName = 'plid-session';
/** Distinguishes a session token from other bearer tokens. */
const tokenPrefix = 'plid_';
const ourBearer = new RegExp(`^bearer +${tokenPrefix}`, 'i');

/** The id of a session in storage, which does not reveal its secret: Base64url of the SHA-256. */
export const sessionId = (secret: string): Promise<string> => sha256Base64url(secret);

/** The session that a token names; whether it is still live, only storage knows. */
export interface PresentedSession {
  plid: string;
  secret: string;
  id: string;
}

/**
 * The session that a request names, in a bearer token or in the cookie. A forged, cut or foreign token is rejected here,
 * without a call to storage. A bearer token that is not ours is the application's own business, and hides no cookie.
 * @param now in seconds since 1970.
 */
export async function presentedSession(
  request: Request,
  keys: KeyRing,
  now: number,
): Promise<PresentedSession | undefined> {
  for (const token of [bearerToken(request), readCookie(request, sessionCookieName)]) {
    if (!token?.startsWith(tokenPrefix)) continue;
    const opened = await sessionToken.open(keys, token.slice(tokenPrefix.length), now);
    if (opened !== undefined) return { ...opened, id: await sessionId(opened.secret) };
  }
  return undefined;
}

/** Makes the token that a browser or an app presents from now on. @param expires of the session, in seconds since 1970. */
export const sealSession = async (
  keys: KeyRing,
  session: { plid: string; secret: string },
  expires: number,
): Promise<string> => tokenPrefix + (await sessionToken.seal(keys, session, expires));

/** The request without its bearer token, where that is one of ours, however it goes on. */
export function withoutBearerSecret(request: Request): Request {
  if (!ourBearer.test(request.headers.get('Authorization') ?? '')) return request;
  const stripped = new Request(request);
  stripped.headers.delete('Authorization');
  return stripped;
}

/** A Set-Cookie value. @param maxAge in seconds. */
export const sessionCookie = (url: URL, token: string, maxAge: number): string =>
  writeCookie(url, sessionCookieName, token, maxAge);

/** A Set-Cookie value. */
export const noSessionCookie = (url: URL): string => writeCookie(url, sessionCookieName, '', 0);
