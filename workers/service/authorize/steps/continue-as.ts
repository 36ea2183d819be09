import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { deletedFormCookie, readTypedForm } from '../cookies/form-cookie.ts';
import { storeSignIn } from '../cookies/sign-in-cookie.ts';
import { withAutomaticLogin } from '../pages/automatic-login-box.tsx';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { canContinueAsRemembered } from '../sign-in/sign-in-form.ts';
import { seeOther, signInPagePath } from '../sign-in/sign-in-paths.ts';
import { sendOrReuseRequest } from './submit-sign-in.ts';

/**
 * Continues as the user whom this browser remembers, or makes the browser forget that user. The remembered entries
 * never leave their encrypted cookie. If the cookie is gone, the form is shown. @throws {ProtocolError}
 * `invalid_item` if `remembered` is neither `use` nor `forget`. @throws {SignInFormError} as in
 * {@link sendOrReuseRequest}.
 */
export async function continueAs(context: SignInContext): Promise<Response> {
  const { parameters, signIn } = context;
  const toForm = async (cookies: string[] = []) =>
    seeOther(signInPagePath('sign-in', signIn.id), [await storeSignIn(context, signIn), ...cookies]);
  const remembered = parameters.required('remembered');
  if (remembered === 'forget') return toForm([deletedFormCookie(context)]);
  if (remembered !== 'use') throw new ProtocolError(refusals.invalid_item, { item: 'remembered' });
  const form = await readTypedForm(context, signIn.id);
  return canContinueAsRemembered(form)
    ? sendOrReuseRequest({ ...context, signIn: withAutomaticLogin(signIn, parameters) }, form)
    : toForm();
}
