import { readCookie, writeCookie } from './cookies.ts';
import { type Language, languages } from './language.ts';

/** The name of the cookie with the user's choice of language. */
export const languageCookie = 'plid-language';
/** In seconds. */
const cookieLifetime = 400 * 86_400;

/**
 * Returns the language that the user chose earlier on a page of this host, or undefined if there was no choice.
 */
export function readRememberedLanguage(request: Request): Language | undefined {
  const remembered = readCookie(request, languageCookie);
  return languages.find((language) => language === remembered);
}

/** Returns a Set-Cookie value that remembers the language that the user has chosen. */
export const rememberLanguage = (url: URL, language: Language): string =>
  writeCookie(url, languageCookie, language, cookieLifetime);
