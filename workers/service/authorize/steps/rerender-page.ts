import { prefersPage } from '../../../core/http/accept.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { readTypedForm, storeTypedForm } from '../cookies/form-cookie.ts';
import { storeSignIn } from '../cookies/sign-in-cookie.ts';
import { withAutomaticLogin } from '../pages/automatic-login-box.tsx';
import { describeDeadline } from '../pages/time-limit.tsx';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { isReturn, readForm } from '../sign-in/sign-in-form.ts';
import { isPageName, pathOf, seeOther } from '../sign-in/sign-in-paths.ts';

/** Shows the page again from which a form was sent, so that nothing has to be typed twice. @throws {ProtocolError} `invalid_item`. */
export async function rerenderPage(
  context: SignInContext,
  cookies: readonly string[] = [],
): Promise<Response> {
  const { parameters, signIn } = context;
  const page = parameters.required('page');
  if (!isPageName(page)) throw new ProtocolError(refusals.invalid_item, { item: 'page' });
  const isForm = page === 'sign-in';
  const chosen = isForm ? withAutomaticLogin(signIn, parameters) : signIn;
  const form = readForm(parameters);
  // An empty form stands beside the person whom the browser remembers, and does not take their place.
  const { name, phoneNo } = form.typed;
  const isTyped = name !== '' || phoneNo !== '' || !isReturn(await readTypedForm(context, signIn.id));
  return seeOther(pathOf(page, signIn.id), [
    await storeSignIn(context, chosen),
    ...cookies,
    ...(isForm && isTyped ? [await storeTypedForm(context, form, signIn)] : []),
  ]);
}

/** The person wants more time: it is a step like any other. The page's script is told how much there is. */
export async function extendSignIn(context: SignInContext): Promise<Response> {
  if (prefersPage(context.request)) return rerenderPage(context);
  const { signIn, now } = context;
  const answer = Response.json({ seconds: signIn.expires - now, until: describeDeadline(context) });
  answer.headers.append('Set-Cookie', await storeSignIn(context, signIn));
  return answer;
}
