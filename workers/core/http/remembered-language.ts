import { readCookie, writeCookie } from './cookies.ts';
import { isLanguage, type Language } from './language.ts';

const cookie = 'plid-language';
/** In seconds. */
const cookieLifetime = 400 * 86_400;

/** The language that a person chose on a page of this host before, or undefined. */
export function readRememberedLanguage(request: Request): Language | undefined {
  const remembered = readCookie(request, cookie) ?? '';
  return isLanguage(remembered) ? remembered : undefined;
}

/** A Set-Cookie value that remembers the person's choice. */
export const rememberLanguage = (url: URL, language: Language): string =>
  writeCookie(url, cookie, language, cookieLifetime);
