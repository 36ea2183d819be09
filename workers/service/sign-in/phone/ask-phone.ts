import type { Claim } from '../entries/claim.ts';
import type { SentForm } from '../flow/approval-method.ts';
import type { RefusedRequest } from '../flow/refused-request.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import type { Transition } from '../flow/transition.ts';
import { requestConfirmation } from './phone-request.ts';
import { redirectToWaiting } from './redirect-to-waiting.ts';

/** Sends a request to the phone. */
export async function askPhone(
  context: SignInContext,
  claim: Claim,
  { attempt, cookies }: SentForm,
): Promise<Transition | RefusedRequest> {
  const asked = await requestConfirmation(context, claim, attempt);
  if ('refused' in asked) return asked;
  return redirectToWaiting(context, asked.stage, { cookies, events: asked.events });
}
