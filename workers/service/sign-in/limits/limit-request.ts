import { ProtocolError, retryLaterError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import type { Caller } from '../../objects/phone-request-limits.ts';
import { phoneOf } from '../../objects/phones.ts';
import { callerForNumber } from '../cookies/known-numbers-cookie.ts';
import type { Claim } from '../entries/claim.ts';
import type { RefusedRequest } from '../flow/refused-request.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { limitKnownBrowser, signInLimitPeriod } from './caller-limits.ts';
import { checkChallenge, hasChallenge } from './challenge.ts';
import { limitCaller } from './limit-caller.ts';
import { type RefusedReservation, RequestReservation } from './request-reservation.ts';

/**
 * Applies every limit of a request to a phone, in this order, and reserves the request.
 * 1. The challenge for unknown browsers, and the limits of the browser, or of its address, network, and application.
 * 2. The limits of the number, which its object counts (objects/phone-request-limits.ts).
 * 3. The application's limit for known browsers, after the number's object has confirmed that it knows this
 * one.
 * @returns The reservation, or the reason for a refusal: `challenge`, `too_many_requests`.
 * @throws {ProtocolError} `unavailable`.
 */
export async function limitRequest(
  context: SignInContext,
  claim: Claim,
): Promise<RequestReservation | RefusedRequest> {
  const phone = await phoneOf(context.env, claim.phoneNo);
  const caller = await callerForNumber(context, claim.phoneNo);
  const limited = await limitCaller(context, caller);
  if (limited instanceof ProtocolError) return { refused: limited };
  for (let { proved } = limited; ; proved = true) {
    const from = { ...caller, ...(proved && { proved }) };
    const reserved = await RequestReservation.reserve(context, phone, from);
    if (reserved instanceof RequestReservation) return limitReserved(context, caller, reserved);
    if (!reserved.challenge || proved || !hasChallenge(context)) return refuseLocked(claim, caller, reserved);
    const failed = await checkChallenge(context);
    if (failed !== undefined) return { refused: failed };
  }
}

/** Applies the application's limit for known browsers. */
async function limitReserved(
  context: SignInContext,
  caller: Caller,
  reserved: RequestReservation,
): Promise<RequestReservation | RefusedRequest> {
  if (!caller.known) return reserved;
  const { client_id } = context.signIn;
  const counting = limitKnownBrowser(context, client_id, reserved.browser.known);
  const reached = await counting.catch((failure) => reserved.releaseFor(failure));
  if (reached === undefined) return reserved;
  await reserved.release();
  return { refused: reached };
}

/**
 * Refuses a request to a number whose limit is reached. For a browser that never signed in with the number, the
 * wait is always a whole period. The actual wait would reveal whether a request was just sent to the phone or was
 * denied.
 */
function refuseLocked(
  { telcoCd }: Claim,
  caller: Caller,
  { known = caller.known, retryAfter }: RefusedReservation,
): RefusedRequest {
  const wait = known ? retryAfter : signInLimitPeriod;
  const reason = retryLaterError(refusals.too_many_requests, wait, 'PHONE_REQUEST_LIMIT');
  return { refused: reason, events: [{ name: 'sign_in_locked', telcoCd }] };
}
