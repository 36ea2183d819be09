import { ProtocolError } from '../../../core/protocol/errors.ts';
import type { DenialCause } from '../../objects/phone-tables.ts';
import type { DenialReason } from '../../shared/denial-words.ts';
import { phoneOf } from '../../shared/phones.ts';
import * as serviceRefusals from '../../shared/service-refusals.ts';
import type { PhoneRequest } from '../../shared/sign-in-cookie-value.ts';
import { isKnown } from '../cookies/known-numbers-cookie.ts';
import { storeSignIn } from '../cookies/sign-in-cookie.ts';
import { unansweredPage } from '../pages/unanswered-page.tsx';
import { waitingPage } from '../pages/waiting-page.tsx';
import { cachedOutcome } from '../phone/cached-outcome.ts';
import { outcomeOf } from '../phone/carrier-calls.ts';
import { countDenial, denialCause } from '../phone/denial.ts';
import { retryAfterMismatch } from '../phone/number-mismatch.ts';
import { recordRequest } from '../phone/record-request.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { expiryWhilePending } from '../sign-in/sign-in-expiry.ts';
import { pathOf, seeOther } from '../sign-in/sign-in-paths.ts';
import { cancelSignIn } from './cancel-sign-in.ts';
import { completeSignIn } from './redirect-with-code.ts';
import { approvalOf } from './resolve-account.ts';
import { waitForApp } from './wait-for-app.ts';

/** The page that waits for the phone, and goes on as soon as it has answered. */
export async function waitForPhone(context: SignInContext): Promise<Response> {
  const { phone, start, unregistered, id } = context.signIn;
  if (unregistered !== undefined) throw new ProtocolError(serviceRefusals.unregistered);
  if (start !== undefined) return waitForApp(context, start);
  if (phone === undefined) return seeOther(pathOf('sign-in', id));
  const outcome = await outcomeOf(context, context.signIn, phone);
  switch (outcome.status) {
    case 'pending':
      return waitingPage(context, phone);
    case 'expired':
      return unansweredPage(context, await noteExpired(context, phone));
    case 'cancelled':
      recordRequest(context, 'sign_in_cancelled', phone);
      return cancelSignIn(context, await toldOf(context, phone, 'cancelled'));
    case 'denied':
      return endDenied(context, phone, denialCause(outcome));
    case 'approved':
      return completeSignIn(context, approvalOf(phone, outcome));
  }
}

/**
 * Ends the sign-in after a denial; a first wrong number only makes the phone ask again. A second one, which the cookie knows, takes the same
 * steps as a denial, so that a relay can't tell them apart by time. @param why undefined if a wrong number was chosen.
 */
async function endDenied(
  context: SignInContext,
  phone: PhoneRequest,
  why: DenialCause | undefined,
): Promise<Response> {
  const { env, signIn, now } = context;
  const isFirstSlip = why === undefined && !phone.slipped;
  const next = isFirstSlip ? await retryAfterMismatch(context, phone) : undefined;
  if (next !== undefined)
    return seeOther(pathOf('wait', signIn.id), [
      await storeSignIn(context, { ...signIn, phone: next, expires: expiryWhilePending(signIn, now) }),
    ]);
  await countDenial(await phoneOf(env, phone.phoneNo), phone.admission, why, now);
  recordRequest(context, 'sign_in_denied', phone);
  return cancelSignIn(context, await toldOf(context, phone, why === undefined ? 'wrong_number' : 'denied'));
}

/**
 * The reason for the application. A browser that never signed in with the number may be a relay's. The difference between a
 * victim who has refused, one who has only tapped another number and one who has begun a sign-in of their own would tell it what to say next.
 */
const toldOf = async (
  context: SignInContext,
  phone: PhoneRequest,
  reason: DenialReason,
): Promise<DenialReason> => ((await isKnown(context, phone)) ? reason : 'denied');

/** Notes an expired request once: the sign-in remembers it, since a page that is loaded again is no other expiry. @returns Set-Cookie values. */
async function noteExpired(context: SignInContext, phone: PhoneRequest): Promise<string[]> {
  if (phone.expired) return [];
  recordRequest(context, 'sign_in_expired', phone);
  return [await storeSignIn(context, { ...context.signIn, phone: { ...phone, expired: true } })];
}

/** The status for the page's script, which opens the page again once it is no longer `pending`. */
export async function showStatus(context: SignInContext): Promise<Response> {
  const { phone, start } = context.signIn;
  const asked = phone ?? start;
  if (asked === undefined) return Response.json({ status: 'unsent' });
  const { status } = await cachedOutcome(context, asked);
  // As above: a page may be a relay's.
  return Response.json({ status: status === 'cancelled' ? 'denied' : status });
}
