import type { Language } from '../../../core/http/language.ts';
import { readRememberedLanguage } from '../../../core/http/remembered-language.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';

/**
 * Returns the language of a page. The first of these that is set applies:
 * 1. The language of this sign-in: the application's request, or the user's choice on one of its pages.
 * 2. The user's earlier choice in this browser.
 * 3. The browser's preference.
 */
export function pageLanguage(
  { request, language }: Pick<AuthorizeContext, 'request' | 'language'>,
  signIn?: SignIn,
): Language {
  return signIn?.language ?? readRememberedLanguage(request) ?? language;
}
