import { type AskedStage, carrierRequestIn, type UnregisteredStage } from '../../shared/sign-in-stage.ts';
import { cancelRequest } from '../phone/cancel-request.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { withNewRequest } from '../sign-in/sign-in-expiry.ts';
import { seeOther, signInPagePath } from '../sign-in/sign-in-paths.ts';
import type { Transition } from '../sign-in/transition.ts';

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
