import { type ProtocolError, retryLaterError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import type { Caller } from '../../objects/request-limits.ts';
import { phoneOf } from '../../shared/phones.ts';
import { callerForNumber } from '../cookies/known-numbers-cookie.ts';
import { logPhoneRequest } from '../sign-in/log-phone-request.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { challengeUnknownBrowser, hasChallenge, requireChallengeToken } from './challenge.ts';
import type { Claim } from './confirmation-request.ts';
import { type RefusedReservation, RequestReservation } from './request-reservation.ts';
import { limitKnownBrowser, limitSignIns, signInLimitPeriod } from './sign-in-limits.ts';

/**
 * Applies every limit of a request to a phone, in this order, and reserves the request.
 * 1. The challenge for unknown browsers comes first: a failed one doesn't count for the limits that refuse
 * users.
 * 2. The limits of the browser, or of its address, network, and application.
 * 3. The limits of the number, which its object counts (objects/request-limits.ts).
 * 4. The application's limit for known browsers, after the number's object has confirmed that it knows this
 * one.
 * @throws {ProtocolError} `challenge`, `too_many_requests`, `unavailable`.
 */
export async function limitRequest(context: SignInContext, claim: Claim): Promise<RequestReservation> {
  const { client_id } = context.signIn;
  const phone = await phoneOf(context.env, claim.phoneNo);
  const caller = await callerForNumber(context, claim.phoneNo);
  let proved = await challengeUnknownBrowser(context, caller);
  await limitSignIns(context, client_id, caller);
  for (;;) {
    const from = { ...caller, ...(proved && { proved }) };
    const reserved = await RequestReservation.reserve(context, phone, from);
    if (reserved instanceof RequestReservation) {
      if (!caller.known) return reserved;
      const isKnown = reserved.browser.known;
      await limitKnownBrowser(context, client_id, isKnown).catch((failure) => reserved.refuse(failure));
      return reserved;
    }
    if (!reserved.challenge || proved || !hasChallenge(context))
      throw lockedError(context, claim, caller, reserved);
    await requireChallengeToken(context);
    proved = true;
  }
}

/**
 * Returns the error for a number whose limit is reached. For a browser that never signed in with the number, the
 * wait is always a whole period. The actual wait would reveal whether a request was just sent to the phone or was
 * denied.
 */
function lockedError(
  context: SignInContext,
  claim: Claim,
  caller: Caller,
  { known = caller.known, retryAfter }: RefusedReservation,
): ProtocolError {
  logPhoneRequest(context, { name: 'sign_in_locked', telcoCd: claim.telcoCd });
  return retryLaterError(
    refusals.too_many_requests,
    known ? retryAfter : signInLimitPeriod,
    'PHONE_REQUEST_LIMIT',
  );
}
