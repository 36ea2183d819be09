import { randomBytes, sha256Base64url, toBase64url } from '../core/bytes.ts';
import { readCookie, writeCookie } from '../core/cookies.ts';

const cookie = 'plid-session';
const secretFormat = /^[\w-]{43}$/;

/** 256 unpredictable bits in Base64url. */
export const unpredictable = (): string => toBase64url(randomBytes(32));

/** What names a session in storage, and tells nobody its secret: Base64url of the SHA-256. */
export const sessionId = (secret: string): Promise<string> => sha256Base64url(secret);

/**
 * The secret that a request presents, as a bearer token or in the cookie; undefined where there is nothing of that form.
 * A bearer token of another form is the application's own business.
 */
export function readSessionSecret(request: Request): string | undefined {
  const candidates = [readBearerToken(request), readCookie(request, cookie)];
  return candidates.find((secret) => secretFormat.test(secret ?? ''));
}

/** The request without its bearer token, where that is of the form of a secret. */
export function withoutBearerSecret(request: Request): Request {
  if (!secretFormat.test(readBearerToken(request) ?? '')) return request;
  const stripped = new Request(request);
  stripped.headers.delete('Authorization');
  return stripped;
}

const readBearerToken = ({ headers }: Request): string | undefined =>
  /^bearer +(\S+)$/i.exec(headers.get('Authorization')?.trim() ?? '')?.[1];

/** A Set-Cookie value. @param maxAge in seconds. */
export const sessionCookie = (url: URL, secret: string, maxAge: number): string =>
  writeCookie(url, cookie, secret, maxAge);

/** A Set-Cookie value. */
export const noSessionCookie = (url: URL): string => writeCookie(url, cookie, '', 0);
