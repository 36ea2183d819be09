import { cancelRequest } from '../carrier/cancel-request.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { withNewRequest } from '../flow/sign-in-expiry.ts';
import { seeOther, signInPagePath } from '../flow/sign-in-paths.ts';
import type { Transition } from '../flow/transition.ts';
import { type AskedStage, carrierRequestIn, type UnregisteredStage } from '../stages/sign-in-stage.ts';

/**
 * Redirects to the waiting page. The sign-in's previous request is cancelled without delaying the response.
 * @param stage The new request, or the number that has no app to show a request.
 */
export function redirectToWaiting(
  context: SignInContext,
  stage: AskedStage | UnregisteredStage,
  { cookies = [], events = [] }: Pick<Transition, 'cookies' | 'events'> = {},
): Transition {
  const { signIn, now } = context;
  context.waitUntil(cancelRequest(context, carrierRequestIn(stage)));
  return {
    response: seeOther(signInPagePath('wait', signIn.id)),
    signIn: withNewRequest(signIn, stage, now),
    cookies,
    events,
  };
}
