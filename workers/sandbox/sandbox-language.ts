import { isLanguage, type Language } from '../core/http/language.ts';
import { readRememberedLanguage, rememberLanguage } from '../core/http/remembered-language.ts';
import type { Context } from '../core/worker/endpoint.ts';

/**
 * The language of a page: the query parameter `ui_locales` (set by the page's own links), else the person's earlier choice, else
 * what their browser asks for. @returns it with the headers that store a choice.
 */
export function choosePageLanguage({
  request,
  url,
  language,
}: Pick<Context<unknown>, 'request' | 'url' | 'language'>): {
  language: Language;
  headers: Record<string, string>;
} {
  const asked = url.searchParams.get('ui_locales') ?? '';
  if (isLanguage(asked)) {
    return { language: asked, headers: { 'Set-Cookie': rememberLanguage(url, asked) } };
  }
  return { language: readRememberedLanguage(request) ?? language, headers: {} };
}

/** The address of this page in another language. */
export function inLanguage(url: URL, language: Language): string {
  const other = new URL(url);
  other.searchParams.set('ui_locales', language);
  return other.pathname + other.search;
}
