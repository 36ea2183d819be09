import type { SignInContext } from '../flow/sign-in-context.ts';
import { seeOther, signInPagePath } from '../flow/sign-in-paths.ts';
import type { Transition } from '../flow/transition.ts';
import type { ApprovedStage } from '../stages/sign-in-stage.ts';

/**
 * Redirects to the consent page after an approval, which fulfils the request's hint. @param expires The sign-in's new
 * end, in seconds since 1970.
 */
export function redirectToConsent(context: SignInContext, stage: ApprovedStage, expires: number): Transition {
  const { hinted: _, ...signIn } = context.signIn;
  return {
    response: seeOther(signInPagePath('consent', signIn.id)),
    signIn: { ...signIn, stage, expires },
  };
}
