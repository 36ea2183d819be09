import { sha256Base64url } from '../../core/crypto/bytes.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { readCookie, writeCookie } from '../../core/http/cookies.ts';
import { sessionToken } from '../shared/gateway-values.ts';

const cookie = 'plid-session';
/** Distinguishes a session token from other bearer tokens. */
const prefix = 'plid_';

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
  for (const token of [readBearerToken(request), readCookie(request, cookie)]) {
    if (!token?.startsWith(prefix)) continue;
    const opened = await sessionToken.open(keys, token.slice(prefix.length), now);
    if (opened !== undefined) return { ...opened, id: await sessionId(opened.secret) };
  }
  return undefined;
}

/** What a browser or an app presents from now on. @param expires of the session, in seconds since 1970. */
export const sealSession = async (
  keys: KeyRing,
  session: { plid: string; secret: string },
  expires: number,
): Promise<string> => prefix + (await sessionToken.seal(keys, session, expires));

/** The request without its bearer token, where that is one of ours. */
export function withoutBearerSecret(request: Request): Request {
  if (!readBearerToken(request)?.startsWith(prefix)) return request;
  const stripped = new Request(request);
  stripped.headers.delete('Authorization');
  return stripped;
}

const readBearerToken = ({ headers }: Request): string | undefined =>
  /^bearer +(\S+)$/i.exec(headers.get('Authorization')?.trim() ?? '')?.[1];

/** A Set-Cookie value. @param maxAge in seconds. */
export const sessionCookie = (url: URL, token: string, maxAge: number): string =>
  writeCookie(url, cookie, token, maxAge);

/** A Set-Cookie value. */
export const noSessionCookie = (url: URL): string => writeCookie(url, cookie, '', 0);
