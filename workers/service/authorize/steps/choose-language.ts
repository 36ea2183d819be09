import { isLanguage } from '../../../core/http/language.ts';
import { rememberLanguage } from '../../../core/http/remembered-language.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { renewAfterStep } from '../sign-in/sign-in-expiry.ts';
import { rerenderPage } from './rerender-page.ts';

/**
 * The person chose the other language: for this sign-in, even where the application asked for one, and for later ones.
 */
export async function chooseLanguage(before: SignInContext): Promise<Response> {
  const context = renewAfterStep(before);
  const language = context.parameters.required('language');
  if (!isLanguage(language)) throw new ProtocolError(refusals.invalid_item, { item: 'language' });
  const signIn = { ...context.signIn, language };
  return rerenderPage({ ...context, signIn }, [rememberLanguage(context.url, language)]);
}
