import type { Confirmation, ConfirmationRequest } from '../../../../packages/plid/carrier/port.ts';
import { ProtocolError, retryLaterError } from '../../../core/protocol/errors.ts';
import * as serviceRefusals from '../../shared/service-refusals.ts';
import type { Attempt } from '../../shared/sign-in-cookie-value.ts';
import type { AskedStage, PhoneRequest, UnregisteredStage } from '../../shared/sign-in-stage.ts';
import { logPhoneRequest } from '../sign-in/log-phone-request.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { requestCarrierConfirmation } from './carrier-calls.ts';
import { countForChallenge } from './challenge.ts';
import { type Claim, confirmationRequest } from './confirmation-request.ts';
import { limitRequest } from './limit-request.ts';
import { phoneAppAddresses } from './phone-app-address.ts';
import type { RequestReservation } from './request-reservation.ts';

/**
 * The outcome of asking a carrier to confirm a name and number. Contains the request to the phone, or the fact
 * that the number has no app that can show a request.
 */
type ConfirmationResult = Extract<AskedStage, { method: 'phone' }> | UnregisteredStage;
type Answered<Status> = Extract<Confirmation, { status: Status }>;

/**
 * Asks the carrier to confirm the entries and to send a request to the phone.
 * @throws {ProtocolError} `challenge`, `too_many_requests`, `unconfirmed`, `carrier_limit`, `unavailable`.
 */
export async function requestConfirmation(
  context: SignInContext,
  claim: Claim,
  attempt: Attempt,
): Promise<ConfirmationResult> {
  const reservation = await limitRequest(context, claim);
  const question = await confirmationRequest(context, claim, attempt, reservation.browser);
  const confirmation = await requestCarrierConfirmation(context, question)
    .then(refuseDeclined)
    .catch((failure) => reservation.releaseAfter(failure));
  const { status } = confirmation;
  if (status === 'unconfirmed') return refuseUnconfirmed(context, claim, reservation);
  logPhoneRequest(context, { name: `sign_in_${status}`, telcoCd: claim.telcoCd });
  const addresses = phoneAppAddresses(context, claim.telcoCd, confirmation);
  if (status === 'requested') {
    const phone = phoneRequestOf(question, confirmation, reservation, context.now);
    reservation.confirm(phone);
    return { at: 'asked', method: 'phone', request: { ...phone, ...addresses } };
  }
  // A number without an app counts like an unanswered request, because this result reveals that the name, number,
  // and carrier belong together.
  const { phoneNo, telcoCd } = claim;
  return { at: 'unregistered', number: { phoneNo, telcoCd, ...addresses } };
}

/**
 * Counts and refuses a name and number that aren't confirmed. @param reservation Undefined for a number that has no limits
 * of its own. @throws {ProtocolError} `unconfirmed`, `unavailable`.
 */
export async function refuseUnconfirmed(
  context: SignInContext,
  claim: Claim,
  reservation?: RequestReservation,
): Promise<never> {
  const isGuessing = await reservation?.reject();
  const { telcoCd } = claim;
  logPhoneRequest(context, { name: 'sign_in_unconfirmed', telcoCd });
  // Suspected guessing of names is reported only to the operator, at most once an hour. The caller's response
  // doesn't reveal it.
  if (isGuessing) logPhoneRequest(context, { name: 'name_guessing', telcoCd });
  await countForChallenge(context);
  throw new ProtocolError(serviceRefusals.unconfirmed);
}

/**
 * Returns the confirmation unless the carrier has declined the request. @throws {ProtocolError} `carrier_limit` if
 * the carrier declines because it has reached its own limit.
 */
function refuseDeclined(confirmation: Confirmation): Exclude<Confirmation, { status: 'declined' }> {
  if (confirmation.status !== 'declined') return confirmation;
  throw retryLaterError(serviceRefusals.carrier_limit, confirmation.retryAfter);
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
  ...{ phoneNo, requestId, match, admission: id, known: knownBrowser, telcoCd },
  ...{ sent: now, automatic: automaticLogin },
  ...(mvno && { mvno }),
  ...(entry !== 'choose' && { entry }),
  ...(calls && { calls }),
  ...(shown !== undefined && { shown }),
  ...(reused && { reused }),
});
