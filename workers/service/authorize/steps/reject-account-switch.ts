import { cancelledStage } from '../../shared/sign-in-stage.ts';
import { dropFormUnlessRemembered } from '../cookies/form-cookie.ts';
import { storeSignIn } from '../cookies/sign-in-cookie.ts';
import { redirectForLogin } from '../sign-in/return-to-application.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';

/**
 * Ends a sign-in if it was approved by a user other than the one that its `id_token_hint` identifies
 * (check-id-token-hint.ts).
 */
export async function rejectAccountSwitch(context: SignInContext): Promise<Response> {
  const { signIn, application, redirect_uri, language } = context;
  const { id, state, scope, formPost } = signIn;
  const cookies = [
    await storeSignIn(context, { ...signIn, stage: cancelledStage(signIn.stage) }),
    ...(await dropFormUnlessRemembered(context, id)),
  ];
  return redirectForLogin(context, { application, redirect_uri, state, scope, formPost }, language, cookies);
}
