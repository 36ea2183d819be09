import { prefersPage } from '../../../core/http/accept.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { storeTypedForm } from '../cookies/form-cookie.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { isPageName, seeOther, signInPagePath } from '../flow/sign-in-paths.ts';
import type { Transition } from '../flow/transition.ts';
import { withAutomaticLogin } from '../pages/automatic-login-box.tsx';
import { describeDeadline } from '../pages/time-limit.tsx';
import { readSentForm } from './sent-form.ts';

/**
 * Shows the page of a submitted form again with its entries, so that the user doesn't have to type them twice.
 * @throws {ProtocolError} `invalid_item`.
 */
export async function rerenderPage(
  context: SignInContext,
  cookies: readonly string[] = [],
): Promise<Transition> {
  const { parameters, signIn } = context;
  const page = parameters.required('page');
  if (!isPageName(page)) throw new ProtocolError(refusals.invalid_item, { item: 'page' });
  const isForm = page === 'sign-in';
  const chosen = isForm ? withAutomaticLogin(signIn, parameters) : signIn;
  const form = isForm ? await readSentForm(context) : undefined;
  const formCookies = form ? [await storeTypedForm(context, form, signIn)] : [];
  return {
    response: seeOther(signInPagePath(page, signIn.id)),
    signIn: chosen,
    cookies: [...cookies, ...formCookies],
  };
}

/**
 * Extends the sign-in when the user asks for more time, in the same way as any other step. Returns the remaining
 * seconds to the page's script.
 */
export async function extendSignIn(context: SignInContext): Promise<Transition> {
  if (prefersPage(context.request)) return rerenderPage(context);
  const { signIn, now } = context;
  const response = Response.json({ seconds: signIn.expires - now, until: describeDeadline(context) });
  return { response, signIn };
}
