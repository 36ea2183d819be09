import type { Outcome } from '../../../core/carrier/port.ts';
import { requestCarrierOutcome } from '../../sign-in/carrier/carrier-calls.ts';
import { cancelSignIn } from '../../sign-in/code/cancel-sign-in.ts';
import { approvalOf } from '../../sign-in/code/resolve-account.ts';
import { finishSignIn } from '../../sign-in/consent/finish-sign-in.ts';
import type { SignInContext } from '../../sign-in/flow/sign-in-context.ts';
import { returnParameter } from '../../sign-in/flow/sign-in-paths.ts';
import type { Transition } from '../../sign-in/flow/transition.ts';
import { unansweredPage } from '../../sign-in/phone/unanswered-page.tsx';
import type { SignIn } from '../../sign-in/stages/sign-in-cookie-value.ts';
import type { StartedRequest } from '../../sign-in/stages/sign-in-stage.ts';
import { signInTexts } from '../../sign-in/texts/index.ts';
import { otherTabPage } from './other-tab-page.tsx';
import { hasAppReturned, isBoundToBrowser } from './return-secret.ts';
import { startPage } from './start-page.tsx';

/**
 * Shows the page that waits for a request in a carrier's app. The approval contains the phone number. After the
 * approval, the sign-in continues in the same way as a sign-in with a typed number. If a link opened the app, the
 * approval counts only after the app has returned to this browser.
 */
export async function awaitApp(context: SignInContext, started: StartedRequest): Promise<Transition> {
  const { signIn, parameters } = context;
  const returned = await hasAppReturned(signIn, started, parameters.optional(returnParameter));
  const start = returned ? { ...started, returned } : started;
  const outcome = await requestCarrierOutcome(context, signIn, start);
  const asked = (request: StartedRequest): SignIn => {
    return { ...signIn, stage: { at: 'asked', method: 'app', request } };
  };
  const { telcoCd } = start;
  switch (outcome.status) {
    case 'pending':
      return { response: startPage(context, start), signIn: returned ? asked(start) : undefined };
    case 'expired':
      return {
        response: unansweredPage(context, signInTexts[context.language].tryAgain),
        signIn: asked({ ...start, expired: true }),
        events: started.expired ? [] : [{ name: 'sign_in_expired', telcoCd }],
      };
    case 'cancelled':
    case 'denied':
      return {
        ...cancelSignIn(context, 'denied'),
        events: [{ name: `sign_in_${outcome.status}`, telcoCd }],
      };
    case 'approved':
      return isBoundToBrowser(start, returned)
        ? complete(context, start, outcome)
        : { response: otherTabPage(context) };
  }
}

function complete(
  context: SignInContext,
  { requestId, telcoCd, sent, shown, automatic }: StartedRequest,
  outcome: Extract<Outcome, { status: 'approved' }>,
): Promise<Transition> {
  const { phoneNo = '' } = outcome.identity;
  const phone = {
    phoneNo,
    requestId,
    telcoCd,
    sent,
    automatic,
    match: '',
    admission: '',
    ...(shown && { shown }),
  };
  const signIn: SignIn = { ...context.signIn, stage: { at: 'asked', method: 'phone', request: phone } };
  return finishSignIn({ ...context, signIn }, approvalOf(phone, outcome));
}
