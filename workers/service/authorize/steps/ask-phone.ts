import { requestConfirmation } from '../phone/phone-request.ts';
import type { SentForm } from '../sign-in/approval-method.ts';
import type { Claim } from '../sign-in/claim.ts';
import type { RefusedRequest } from '../sign-in/refused-request.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import type { Transition } from '../sign-in/transition.ts';
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
