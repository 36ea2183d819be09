import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { deletedFormCookie, readTypedForm } from '../cookies/form-cookie.ts';
import { canContinueAsRemembered } from '../entries/sign-in-form.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { seeOther, signInPagePath } from '../flow/sign-in-paths.ts';
import type { Transition } from '../flow/transition.ts';
import { withAutomaticLogin } from '../pages/automatic-login-box.tsx';
import { beginApproval } from './submit-sign-in.ts';

/**
 * Continues as the user whom this browser remembers, or makes the browser forget that user. The remembered entries
 * never leave their encrypted cookie. If the cookie is gone, the form is shown. @throws {ProtocolError}
 * `invalid_item` if `remembered` is neither `use` nor `forget`.
 */
export async function continueAs(context: SignInContext): Promise<Transition> {
  const { parameters, signIn } = context;
  const toForm = { response: seeOther(signInPagePath('sign-in', signIn.id)), signIn };
  const remembered = parameters.required('remembered');
  if (remembered === 'forget') return { ...toForm, cookies: [deletedFormCookie(context)] };
  if (remembered !== 'use') throw new ProtocolError(refusals.invalid_item, { item: 'remembered' });
  const form = await readTypedForm(context, signIn);
  return canContinueAsRemembered(form)
    ? beginApproval({ ...context, signIn: withAutomaticLogin(signIn, parameters) }, form)
    : toForm;
}
