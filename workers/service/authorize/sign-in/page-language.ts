import type { Language } from '../../../core/http/language.ts';
import { readRememberedLanguage } from '../../../core/http/remembered-language.ts';
import type { SignIn } from '../../shared/sign-in-cookie-value.ts';
import type { AuthorizeContext } from './authorize-settings.ts';

/**
 * Returns the language of a page, in this order: the one that the application requested for this sign-in or
 * that the user chose instead on one of its pages, the user's earlier choice in this browser, and the browser's
 * preference.
 */
export function pageLanguage(
  { request, language }: Pick<AuthorizeContext, 'request' | 'language'>,
  signIn?: SignIn,
): Language {
  return signIn?.language ?? readRememberedLanguage(request) ?? language;
}
