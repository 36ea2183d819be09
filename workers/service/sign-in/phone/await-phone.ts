import { requestCarrierOutcome } from '../carrier/carrier-calls.ts';
import { approvalOf } from '../code/resolve-account.ts';
import { finishSignIn } from '../consent/finish-sign-in.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import type { Transition } from '../flow/transition.ts';
import { denialCause } from '../limits/denial.ts';
import type { PhoneRequest } from '../stages/sign-in-stage.ts';
import { endDenied, endWith, showUnanswered } from './end-unapproved.ts';
import { waitingPage } from './waiting-page.tsx';

/** Shows the digits until the phone has answered. Asks the carrier again after the approval too, for the same code. */
export async function awaitPhone(context: SignInContext, phone: PhoneRequest): Promise<Transition> {
  const outcome = await requestCarrierOutcome(context, context.signIn, phone);
  switch (outcome.status) {
    case 'pending':
      return { response: waitingPage(context, phone) };
    case 'expired':
      return showUnanswered(context, phone);
    case 'cancelled':
      return endWith(context, phone, 'cancelled');
    case 'denied':
      return endDenied(context, phone, denialCause(outcome));
    case 'approved':
      return finishSignIn(context, approvalOf(phone, outcome));
  }
}
