import { randomBytes, sha256Base64url, toBase64url } from '../core/bytes.ts';
import { readCookie, writeCookie } from '../core/cookies.ts';

const cookie = 'plid-session';
const secretFormat = /^[\w-]{43}$/;

/** 256 unpredictable bits in Base64url. */
export const unpredictable = (): string => toBase64url(randomBytes(32));

/** What names a session in storage, and tells nobody its secret: Base64url of the SHA-256. */
export const sessionId = (secret: string): Promise<string> => sha256Base64url(secret);

/** The secret that a request presents, as a bearer token or in the cookie; undefined where there is nothing of that form. */
export function readSessionSecret(request: Request): string | undefined {
  const [, bearer] = /^bearer +(\S+)$/i.exec(request.headers.get('Authorization')?.trim() ?? '') ?? [];
  const secret = bearer ?? readCookie(request, cookie);
  return secret !== undefined && secretFormat.test(secret) ? secret : undefined;
}

/** A Set-Cookie value. @param maxAge in seconds. */
export const sessionCookie = (url: URL, secret: string, maxAge: number): string =>
  writeCookie(url, cookie, secret, maxAge);

/** A Set-Cookie value. */
export const noSessionCookie = (url: URL): string => writeCookie(url, cookie, '', 0);
