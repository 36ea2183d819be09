import type { ProtocolError } from '../../../core/protocol/errors.ts';
import type { Caller } from '../../objects/phone-request-limits.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { limitSignIns } from './caller-limits.ts';
import { checkChallenge, countForChallenge } from './challenge.ts';

/**
 * Applies the limits of the caller. The challenge comes first: a failed one doesn't count for the limits that refuse
 * users. Known callers are never challenged. @param caller Undefined if the number knows no browser.
 * @returns Whether the caller has passed a challenge, or the reason for a refusal: `challenge`, `too_many_requests`.
 * @throws {ProtocolError} `unavailable`.
 */
export async function limitCaller(
  context: SignInContext,
  caller?: Caller,
): Promise<{ proved: boolean } | ProtocolError> {
  const isChallenged = !caller?.known && (await countForChallenge(context));
  const failed = isChallenged ? await checkChallenge(context) : undefined;
  if (failed !== undefined) return failed;
  const reached = await limitSignIns(context, context.signIn.client_id, caller);
  return reached ?? { proved: isChallenged };
}
