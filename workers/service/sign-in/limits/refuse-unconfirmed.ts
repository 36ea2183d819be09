import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as serviceRefusals from '../../protocol/service-refusals.ts';
import type { Claim } from '../entries/claim.ts';
import type { RefusedRequest } from '../flow/refused-request.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { countForChallenge } from './challenge.ts';
import type { RequestReservation } from './request-reservation.ts';

/**
 * Counts and refuses a name and number that aren't confirmed. @param reservation Undefined for a number that has no limits
 * of its own. @returns `unconfirmed`, or `unavailable` if the limits of the challenge can't be counted. @throws
 * {ProtocolError} `unavailable` if the number's object fails.
 */
export async function refuseUnconfirmed(
  context: SignInContext,
  claim: Claim,
  reservation?: RequestReservation,
): Promise<RefusedRequest> {
  const isGuessing = await reservation?.reject();
  // The events are logged even if counting fails.
  const outage = await countForChallenge(context).then(
    () => undefined,
    (failure: ProtocolError) => failure,
  );
  const { telcoCd } = claim;
  // Suspected guessing of names is reported only to the operator, at most once an hour. The caller's response
  // doesn't reveal it.
  const guessing = isGuessing ? [{ name: 'name_guessing', telcoCd } as const] : [];
  const events = [{ name: 'sign_in_unconfirmed', telcoCd } as const, ...guessing];
  return { refused: outage ?? new ProtocolError(serviceRefusals.unconfirmed), events };
}
