import type { SignInContext } from '../flow/sign-in-context.ts';
import type { Transition } from '../flow/transition.ts';
import { cancelledStage } from '../stages/sign-in-stage.ts';
import { redirectForLogin, returnAddressOf } from './return-to-application.ts';

/**
 * Ends a sign-in if it was approved by a user other than the one that its request names.
 */
export async function rejectAccountSwitch(context: SignInContext): Promise<Transition> {
  const { signIn, language } = context;
  return {
    response: redirectForLogin(context, returnAddressOf(context), language),
    signIn: { ...signIn, stage: cancelledStage(signIn.stage) },
    formToDrop: signIn.id,
  };
}
