import { parseCookie, stringifySetCookie } from 'cookie';
import { isLoopback } from '../../../packages/plid/http/secure-address.ts';

/**
 * Prefixed with `__Host-` except on loopback http, where Safari rejects such cookies. It is also required over http
 * on other hosts: any sibling host can set a cookie without the prefix, and a request may come from an
 * application's own worker over http.
 */
function cookieName(address: string, name: string): string {
  const isPlainLoopback = address.startsWith('http:') && isLoopback(new URL(address));
  return isPlainLoopback ? name : `__Host-${name}`;
}

const cookiesOf = ({ headers }: Request) => parseCookie(headers.get('Cookie') ?? '');

/** All of plid's cookies whose name starts with `prefix`, by the rest of their names. */
export function readCookies(request: Request, prefix: string): Map<string, string> {
  const full = cookieName(request.url, prefix);
  return new Map(
    Object.entries(cookiesOf(request)).flatMap(([name, value]) =>
      name.startsWith(full) && value !== undefined ? [[name.slice(full.length), value] as const] : [],
    ),
  );
}

/** The value of one of plid's cookies, or undefined. */
export function readCookie(request: Request, name: string): string | undefined {
  return cookiesOf(request)[cookieName(request.url, name)];
}

/** A Set-Cookie value: host-only, HttpOnly, SameSite=Lax. @param maxAge in seconds; 0 removes the cookie. */
export function writeCookie(url: URL, name: string, value: string, maxAge: number): string {
  return stringifySetCookie({
    name: cookieName(url.href, name),
    value,
    maxAge,
    path: '/',
    httpOnly: true,
    secure: url.protocol === 'https:',
    sameSite: 'lax',
  });
}

/** A series of cookies: each name is the prefix and a text that begins with a time, so that names sort by age. */
export interface CookieSeries {
  prefix: string;
  /**
   * Maximum number of cookies, and maximum total length of their values in characters, because browsers send them
   * with each request.
   */
  maxCount: number;
  maxCharacters: number;
}

/** The cookies of a series without the prefix, newest first. */
export const newestCookies = (request: Request, { prefix }: CookieSeries): [name: string, value: string][] =>
  [...readCookies(request, prefix)].sort(([left], [right]) => (left < right ? 1 : -1));

/**
 * Set-Cookie values that remove the oldest cookies of a series to make room for a new one.
 * @param newLength length of the new value, in characters.
 */
export function dropOldestCookies(request: Request, series: CookieSeries, newLength: number): string[] {
  let characters = newLength;
  return newestCookies(request, series)
    .filter(([, value], index) => {
      characters += value.length;
      return index >= series.maxCount - 1 || characters > series.maxCharacters;
    })
    .map(([name]) => writeCookie(new URL(request.url), series.prefix + name, '', 0));
}
