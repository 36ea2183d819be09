import { parseCookie, stringifySetCookie } from 'cookie';
import { isLoopback } from './secure-address.ts';

/**
 * Start of every cookie name of plid. The guard and the proxies of forward-auth recognize the gateway's cookies by this
 * prefix, so that an application receives none of them.
 */
export const cookiePrefix = 'plid-';
/** The name of a cookie, without the prefix `__Host-`. */
export type CookieName = `${typeof cookiePrefix}${string}`;

/**
 * Adds the prefix `__Host-` to a cookie name, except on loopback http, where Safari rejects cookies with this
 * prefix. Other hosts need the prefix over http too, because any sibling host can set a cookie without the prefix.
 * Requests from an application's own worker may use http.
 */
function cookieName(address: string, name: string): string {
  const isPlainLoopback = address.startsWith('http:') && isLoopback(new URL(address));
  return isPlainLoopback ? name : `__Host-${name}`;
}

const cookiesOf = ({ headers }: Request) => parseCookie(headers.get('Cookie') ?? '');

/**
 * Returns the values of all plid cookies whose name starts with `prefix`. The map's keys are the names without the
 * prefix.
 */
export function readCookies(request: Request, prefix: string): Map<string, string> {
  const full = cookieName(request.url, prefix);
  return new Map(
    Object.entries(cookiesOf(request)).flatMap(([name, value]) =>
      name.startsWith(full) && value !== undefined ? [[name.slice(full.length), value] as const] : [],
    ),
  );
}

/** Returns the value of one of plid's cookies, or undefined if the request doesn't contain the cookie. */
export function readCookie(request: Request, name: string): string | undefined {
  return cookiesOf(request)[cookieName(request.url, name)];
}

/**
 * Returns a Set-Cookie value for a cookie that is host-only, HttpOnly, and SameSite=Lax. @param maxAge in seconds,
 * or 0 to remove the cookie.
 */
export function writeCookie(url: URL, name: CookieName, value: string, maxAge: number): string {
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

/**
 * A series of cookies. Each cookie's name is the prefix followed by a text that begins with a time, so that names
 * sort by age.
 */
export interface CookieSeries {
  prefix: CookieName;
  /**
   * The maximum number of cookies, and the maximum total length of their values in characters. Both are limited
   * because browsers send the cookies with each request.
   */
  maxCount: number;
  maxCharacters: number;
}

/** Returns the cookies of a series, newest first, with the prefix removed from their names. */
export const newestCookies = (request: Request, { prefix }: CookieSeries): [name: string, value: string][] =>
  [...readCookies(request, prefix)].sort(([left], [right]) => (left < right ? 1 : -1));

/**
 * Returns Set-Cookie values that remove the oldest cookies of a series to make room for a new one. @param
 * newLength length of the new cookie's value, in characters.
 */
export function dropOldestCookies(request: Request, series: CookieSeries, newLength: number): string[] {
  let characters = newLength;
  return newestCookies(request, series)
    .filter(([, value], index) => {
      characters += value.length;
      return index >= series.maxCount - 1 || characters > series.maxCharacters;
    })
    .map(([name]) => writeCookie(new URL(request.url), `${series.prefix}${name}`, '', 0));
}
