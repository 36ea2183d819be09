import { cancelledStage } from '../../shared/sign-in-stage.ts';
import { redirectForLogin } from '../sign-in/return-to-application.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import type { Transition } from '../sign-in/transition.ts';

/**
 * Ends a sign-in if it was approved by a user other than the one that its `id_token_hint` identifies
 * (check-id-token-hint.ts).
 */
export async function rejectAccountSwitch(context: SignInContext): Promise<Transition> {
  const { signIn, application, redirect_uri, language } = context;
  const { id, state, scope, formPost } = signIn;
  return {
    response: redirectForLogin(context, { application, redirect_uri, state, scope, formPost }, language),
    signIn: { ...signIn, stage: cancelledStage(signIn.stage) },
    formToDrop: id,
  };
}
