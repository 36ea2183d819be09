import { isLanguage } from '../../../core/http/language.ts';
import { rememberLanguage } from '../../../core/http/remembered-language.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { refusals } from '../../../core/protocol/refusals.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { keepSignIn } from '../sign-in/sign-in-cookies.ts';
import { isPageName, pathOf, seeOther } from '../sign-in/sign-in-redirects.ts';

/** The person chose the other language: for this sign-in, even where the application asked for one, and for later ones. */
export async function chooseLanguage(context: SignInContext): Promise<Response> {
  const { parameters, signIn } = context;
  const language = parameters.required('language');
  const page = parameters.required('page');
  if (!isLanguage(language)) throw new ProtocolError(refusals.invalid_item, { item: 'language' });
  if (!isPageName(page)) throw new ProtocolError(refusals.invalid_item, { item: 'page' });
  const kept = await keepSignIn(context, { ...signIn, language });
  return seeOther(pathOf(page, signIn.id), [kept, rememberLanguage(context.url, language)]);
}
