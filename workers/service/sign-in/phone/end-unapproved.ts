import type { DenialCause } from '../../objects/phone-tables.ts';
import { phoneOf } from '../../objects/phones.ts';
import { cancelSignIn } from '../code/cancel-sign-in.ts';
import { isKnownBrowser } from '../cookies/known-numbers-cookie.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { withNewRequest } from '../flow/sign-in-expiry.ts';
import { seeOther, signInPagePath } from '../flow/sign-in-paths.ts';
import type { Transition } from '../flow/transition.ts';
import { countDenial } from '../limits/denial.ts';
import { type PhoneRequest, withPhoneRequest } from '../stages/sign-in-stage.ts';
import { retryAfterMismatch } from './number-mismatch.ts';
import { unansweredPage } from './unanswered-page.tsx';

/**
 * Ends the sign-in after a denial. After the first wrong number, the phone only shows the request once more, with
 * other digits, and the cookie records the mismatch. A second wrong number takes the same steps as a denial, so
 * that a relay can't distinguish a wrong number from a denial by timing. @param why Undefined if a wrong number
 * was chosen.
 */
export async function endDenied(
  context: SignInContext,
  phone: PhoneRequest,
  why: DenialCause | undefined,
): Promise<Transition> {
  const { env, signIn, now } = context;
  const isFirstMismatch = why === undefined && !phone.mismatched;
  const next = isFirstMismatch ? await retryAfterMismatch(context, phone) : undefined;
  if (next !== undefined)
    return {
      response: seeOther(signInPagePath('wait', signIn.id)),
      signIn: withNewRequest(signIn, { at: 'asked', method: 'phone', request: next }, now),
      events: [{ name: 'sign_in_mismatched', telcoCd: phone.telcoCd }],
    };
  await countDenial(await phoneOf(env, phone.phoneNo), phone.admission, why, now);
  return endWith(context, phone, why === undefined ? 'wrong_number' : 'denied');
}

/**
 * Ends the sign-in without a code. A browser that never signed in with the number may belong to a phishing relay. Such
 * a browser must not learn whether the victim refused, tapped a wrong number, or started their own sign-in, because the
 * attacker could adapt: the reason is always `denied`.
 */
export async function endWith(
  context: SignInContext,
  phone: PhoneRequest,
  reason: 'cancelled' | 'denied' | 'wrong_number',
): Promise<Transition> {
  const name = reason === 'cancelled' ? 'sign_in_cancelled' : 'sign_in_denied';
  const reported = (await isKnownBrowser(context, phone)) ? reason : 'denied';
  return { ...cancelSignIn(context, reported), events: [{ name, telcoCd: phone.telcoCd }] };
}

/**
 * Shows that a request has expired. The sign-in's cookie records this, so that reloading the page doesn't log it
 * again.
 */
export function showUnanswered(context: SignInContext, phone: PhoneRequest): Transition {
  const response = unansweredPage(context);
  if (phone.expired) return { response };
  const { signIn } = context;
  const stage = withPhoneRequest(signIn.stage, { ...phone, expired: true });
  const events = [{ name: 'sign_in_expired', telcoCd: phone.telcoCd } as const];
  return { response, signIn: { ...signIn, stage }, events };
}
