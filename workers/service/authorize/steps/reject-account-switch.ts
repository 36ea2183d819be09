import { cancelledStage } from '../../shared/sign-in-stage.ts';
import { redirectForLogin, returnAddressOf } from '../sign-in/return-to-application.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import type { Transition } from '../sign-in/transition.ts';

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
