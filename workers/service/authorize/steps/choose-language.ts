import { isLanguage } from '../../../core/http/language.ts';
import { rememberLanguage } from '../../../core/http/remembered-language.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { keepTypedForm, readTypedForm } from '../cookies/form-cookie.ts';
import { keepSignIn } from '../cookies/sign-in-cookie.ts';
import { withAutomaticLogin } from '../pages/automatic-login-box.tsx';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { isReturn, readForm } from '../sign-in/sign-in-form.ts';
import { afterStep } from '../sign-in/sign-in-life.ts';
import { isPageName, pathOf, seeOther } from '../sign-in/sign-in-paths.ts';

/**
 * The person chose the other language: for this sign-in, even where the application asked for one, and for later ones. The
 * sign-in form comes along, so that nothing has to be typed again.
 */
export async function chooseLanguage(before: SignInContext): Promise<Response> {
  const context = afterStep(before);
  const { parameters, signIn } = context;
  const language = parameters.required('language');
  const page = parameters.required('page');
  if (!isLanguage(language)) throw new ProtocolError(refusals.invalid_item, { item: 'language' });
  if (!isPageName(page)) throw new ProtocolError(refusals.invalid_item, { item: 'page' });
  const isForm = page === 'sign-in';
  const chosen = isForm ? withAutomaticLogin(signIn, parameters) : signIn;
  const form = readForm(parameters);
  // An empty form stands beside the person whom the browser remembers, and does not take their place.
  const { name, phoneNo } = form.typed;
  const isTyped = name !== '' || phoneNo !== '' || !isReturn(await readTypedForm(context, signIn.id));
  const cookies = [
    await keepSignIn(context, { ...chosen, language }),
    rememberLanguage(context.url, language),
    ...(isForm && isTyped ? [await keepTypedForm(context, form, signIn)] : []),
  ];
  return seeOther(pathOf(page, signIn.id), cookies);
}
