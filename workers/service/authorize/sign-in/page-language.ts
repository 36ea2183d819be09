import type { Language } from '../../../core/http/language.ts';
import { readRememberedLanguage } from '../../../core/http/remembered-language.ts';
import type { SignIn } from '../../shared/sign-in-cookie-value.ts';
import type { AuthorizeContext } from './authorize-settings.ts';

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
