import { forgetTypedForm } from '../cookies/form-cookie.ts';
import { keepSignIn } from '../cookies/sign-in-cookie.ts';
import { backForLogin } from '../sign-in/return-to-application.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';

/** Ends the sign-in of somebody who is not the person that its request names (hinted-person.ts). */
export async function refuseAnother(context: SignInContext): Promise<Response> {
  const { signIn, application, redirect_uri, language } = context;
  const { id, state, scope, formPost } = signIn;
  const cookies = [
    await keepSignIn(context, { ...signIn, cancelled: true }),
    ...(await forgetTypedForm(context, id)),
  ];
  return backForLogin(context, { application, redirect_uri, state, scope, formPost }, language, cookies);
}
