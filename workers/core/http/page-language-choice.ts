import { isLanguage, type Language } from './language.ts';
import { mayBeCrossSite } from './navigation.ts';
import { readRememberedLanguage, rememberLanguage } from './remembered-language.ts';

/** A page request. */
interface Asked {
  request: Request;
  url: URL;
  /** The browser's preferred language. */
  language: Language;
}

/**
 * Chooses the language of a page. The query parameter `ui_locales`, which the page's own links set, comes first.
 * The user's earlier choice comes second, and the browser's language third. A language in a link from another site
 * applies to one page only and isn't remembered. @param isAwaited whether this browser requested the page,
 * although another site redirected to it.
 * @returns the language, and Set-Cookie values that remember a new choice.
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

/**
 * Returns the path and query of a page in another language. Multiple leading slashes are reduced to one, because a
 * path with two leading slashes would name another host.
 */
export function pathInLanguage(url: URL, language: Language): string {
  const other = new URL(url);
  other.searchParams.set('ui_locales', language);
  return other.pathname.replace(/^\/+/, '/') + other.search;
}
