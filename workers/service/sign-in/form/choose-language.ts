import { isLanguage } from '../../../core/http/language.ts';
import { rememberLanguage } from '../../../core/http/remembered-language.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { renewAfterStep } from '../flow/sign-in-expiry.ts';
import type { Transition } from '../flow/transition.ts';
import { rerenderPage } from './rerender-page.ts';

/**
 * Switches to the language that the user chose, even if the application requested a different language. The choice
 * applies to this sign-in and to later sign-ins.
 */
export async function chooseLanguage(outer: SignInContext): Promise<Transition> {
  const context = renewAfterStep(outer);
  const language = context.parameters.required('language');
  if (!isLanguage(language)) throw new ProtocolError(refusals.invalid_item, { item: 'language' });
  const signIn = { ...context.signIn, language };
  return rerenderPage({ ...context, signIn }, [rememberLanguage(context.url, language)]);
}
