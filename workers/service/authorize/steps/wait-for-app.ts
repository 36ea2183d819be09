import type { Outcome } from '../../../../packages/plid/carrier/port.ts';
import type { StartedRequest } from '../../shared/sign-in-cookie-value.ts';
import { hasReturnSecret, isTied, returnParameter } from '../app-initiated/return-secret.ts';
import { storeSignIn } from '../cookies/sign-in-cookie.ts';
import { appInitiatedPage } from '../pages/app-initiated-page.tsx';
import { continueInOtherTabPage } from '../pages/continue-in-other-tab-page.tsx';
import { unansweredPage } from '../pages/unanswered-page.tsx';
import { outcomeOf } from '../phone/carrier-calls.ts';
import { recordRequest } from '../phone/record-request.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { cancelSignIn } from './cancel-sign-in.ts';
import { completeSignIn } from './redirect-with-code.ts';
import { approvalOf } from './resolve-account.ts';

/**
 * The page that waits for a request in a carrier's app. An approval says whose number it is; from there on everything is as for a number that was
 * typed. By a link it counts only once the app has led back to this browser.
 */
export async function waitForApp(context: SignInContext, begun: StartedRequest): Promise<Response> {
  const { signIn, parameters } = context;
  const returned = await hasReturnSecret(signIn, begun, parameters.optional(returnParameter));
  const start = returned ? { ...begun, returned } : begun;
  const outcome = await outcomeOf(context, signIn, start);
  const kept = async (value: StartedRequest) =>
    value === begun ? [] : [await storeSignIn(context, { ...signIn, start: value })];
  switch (outcome.status) {
    case 'pending':
      return appInitiatedPage(context, start, await kept(start));
    case 'expired':
      if (!begun.expired) recordRequest(context, 'sign_in_expired', start);
      return unansweredPage(context, await kept({ ...start, expired: true }));
    case 'cancelled':
      recordRequest(context, 'sign_in_cancelled', start);
      return cancelSignIn(context, 'denied');
    case 'denied':
      recordRequest(context, 'sign_in_denied', start);
      return cancelSignIn(context, 'denied');
    case 'approved':
      return isTied(start, returned) ? complete(context, start, outcome) : continueInOtherTabPage(context);
  }
}

/** The approval names the number. */
function complete(
  context: SignInContext,
  { requestId, telcoCd, sent, shown, automatic }: StartedRequest,
  outcome: Extract<Outcome, { status: 'approved' }>,
): Promise<Response> {
  const { start: _, ...signIn } = context.signIn;
  const { phoneNo = '' } = outcome.identity;
  const phone = {
    ...{ phoneNo, requestId, telcoCd, sent, automatic, match: '', admission: '' },
    ...(shown && { shown }),
  };
  return completeSignIn({ ...context, signIn: { ...signIn, phone } }, approvalOf(phone, outcome));
}
