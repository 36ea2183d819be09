import type { Confirmation, ConfirmationRequest } from '../../../core/carrier/port.ts';
import { retryLaterError } from '../../../core/protocol/errors.ts';
import * as serviceRefusals from '../../protocol/service-refusals.ts';
import { requestCarrierConfirmation } from '../carrier/carrier-calls.ts';
import { confirmationRequest } from '../carrier/confirmation-request.ts';
import { phoneAppAddresses } from '../carrier/phone-app-address.ts';
import type { Claim } from '../entries/claim.ts';
import type { PhoneEvent } from '../flow/phone-event.ts';
import type { RefusedRequest } from '../flow/refused-request.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { limitRequest } from '../limits/limit-request.ts';
import { refuseUnconfirmed } from '../limits/refuse-unconfirmed.ts';
import type { RequestReservation } from '../limits/request-reservation.ts';
import type { Attempt } from '../stages/sign-in-cookie-value.ts';
import type { AskedStage, PhoneRequest, UnregisteredStage } from '../stages/sign-in-stage.ts';

/** The carrier has confirmed name and number. */
interface ConfirmedRequest {
  /** The stage with the request to the phone, or `unregistered` if the number has no app to show one. */
  stage: Extract<AskedStage, { method: 'phone' }> | UnregisteredStage;
  events: readonly PhoneEvent[];
}
type Answered<Status> = Extract<Confirmation, { status: Status }>;

/**
 * Asks the carrier to confirm the entries and to send a request to the phone.
 * @returns The request, or the reason for a refusal: `challenge`, `too_many_requests`, `unconfirmed`, or
 * `carrier_limit` if the carrier has reached its own limit. @throws {ProtocolError} `unavailable`.
 */
export async function requestConfirmation(
  context: SignInContext,
  claim: Claim,
  attempt: Attempt,
): Promise<ConfirmedRequest | RefusedRequest> {
  const reservation = await limitRequest(context, claim);
  if ('refused' in reservation) return reservation;
  const question = await confirmationRequest(context, claim, attempt, reservation.browser);
  const confirmation = await requestCarrierConfirmation(context, question).catch((failure) =>
    reservation.releaseAfter(failure),
  );
  const { phoneNo, telcoCd } = claim;
  const { status } = confirmation;
  if (status === 'declined') {
    await reservation.release();
    return { refused: retryLaterError(serviceRefusals.carrier_limit, confirmation.retryAfter) };
  }
  if (status === 'unconfirmed') return refuseUnconfirmed(context, claim, reservation);
  const events = [{ name: `sign_in_${status}`, telcoCd } as const];
  const addresses = phoneAppAddresses(context, telcoCd, confirmation);
  if (status === 'requested') {
    const phone = phoneRequestOf(question, confirmation, reservation, context.now);
    reservation.confirm(phone);
    return { stage: { at: 'asked', method: 'phone', request: { ...phone, ...addresses } }, events };
  }
  // A number without an app counts like an unanswered request, because this result reveals that the name, number,
  // and carrier belong together.
  return { stage: { at: 'unregistered', number: { phoneNo, telcoCd, ...addresses } }, events };
}

/**
 * Returns a request that has reached the phone, in the format that the sign-in's cookie stores. The addresses of
 * the carrier's app aren't included.
 */
export const phoneRequestOf = (
  { phoneNo, telcoCd, mvno, match, entry, context: { automaticLogin, knownBrowser } }: ConfirmationRequest,
  { requestId, calls, shown }: Answered<'requested'>,
  { id, browser: { reused } }: RequestReservation,
  now: number,
): PhoneRequest & Required<Pick<PhoneRequest, 'telcoCd'>> => ({
  phoneNo,
  requestId,
  match,
  admission: id,
  known: knownBrowser,
  telcoCd,
  sent: now,
  automatic: automaticLogin,
  ...(mvno && { mvno }),
  ...(entry !== 'choose' && { entry }),
  ...(calls && { calls }),
  ...(shown !== undefined && { shown }),
  ...(reused && { reused }),
});
