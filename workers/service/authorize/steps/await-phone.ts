import type { PhoneRequest } from '../../shared/sign-in-stage.ts';
import { waitingPage } from '../pages/waiting-page.tsx';
import { requestCarrierOutcome } from '../phone/carrier-calls.ts';
import { denialCause } from '../phone/denial.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import type { Transition } from '../sign-in/transition.ts';
import { endDenied, endWith, showUnanswered } from './end-unapproved.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { approvalOf } from './resolve-account.ts';

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
