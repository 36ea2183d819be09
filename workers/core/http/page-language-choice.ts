import { isLanguage, type Language } from './language.ts';
import { mayBeCrossSite } from './navigation.ts';
import { readRememberedLanguage, rememberLanguage } from './remembered-language.ts';

/** A request for a page. */
interface Asked {
  request: Request;
  url: URL;
  /** The language that the browser asks for. */
  language: Language;
}

/**
 * The language of a page: the query parameter `ui_locales` (set by the page's own links), else the person's earlier choice, else
 * what their browser asks for. A link of another site shows one page in a language; it chooses none for the next 400 days.
 * @param isAwaited whether this browser has asked for the page, though another site has led to it.
 * @returns it with the Set-Cookie values that remember a new choice.
 */
export function choosePageLanguage(
  { request, url, language }: Asked,
  isAwaited = false,
): { language: Language; cookies: string[] } {
  const current = readRememberedLanguage(request) ?? language;
  const asked = url.searchParams.get('ui_locales') ?? '';
  if (!isLanguage(asked) || asked === current) return { language: current, cookies: [] };
  const isChoice = isAwaited || !mayBeCrossSite(request);
  return { language: asked, cookies: isChoice ? [rememberLanguage(url, asked)] : [] };
}

/** The path and query of a page in another language. A path that begins with two slashes would name another host. */
export function inLanguage(url: URL, language: Language): string {
  const other = new URL(url);
  other.searchParams.set('ui_locales', language);
  return other.pathname.replace(/^\/+/, '/') + other.search;
}
