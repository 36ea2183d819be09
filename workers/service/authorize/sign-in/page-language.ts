import { isLanguage, type Language } from '../../../core/http/language.ts';
import type { Parameters } from '../../../core/http/parameters.ts';
import { readRememberedLanguage } from '../../../core/http/remembered-language.ts';
import type { SignIn } from '../../shared/service-values.ts';
import type { AuthorizeContext } from './authorize-settings.ts';

/** The first language of `ui_locales` that we speak: tags of RFC 5646 in order of preference, separated by spaces. */
export function readUiLocales(parameters: Parameters): Language | undefined {
  const tags = parameters.optional('ui_locales')?.toLowerCase().split(' ') ?? [];
  return tags.map((tag) => tag.split('-')[0] ?? '').find(isLanguage);
}

/**
 * The language of a page: what the application asked for in this sign-in (which the person's choice on one of its pages
 * replaces), what they chose before in this browser, and what their browser asks for.
 */
export function pageLanguage(
  { request, language }: Pick<AuthorizeContext, 'request' | 'language'>,
  signIn?: SignIn,
): Language {
  return signIn?.language ?? readRememberedLanguage(request) ?? language;
}
