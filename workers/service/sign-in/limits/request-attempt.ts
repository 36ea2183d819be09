import { randomBytes, toBase64url } from '../../../core/crypto/bytes.ts';
import type { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { createNumberMatch } from '../carrier/number-match.ts';
import type { Attempt, SignIn } from '../stages/sign-in-cookie-value.ts';

/**
 * Returns the sign-in's pending attempt, to which the carrier didn't respond, or a new attempt if none is pending.
 */
export const pendingOrNewAttempt = ({ attempt }: SignIn): Attempt =>
  attempt ?? { id: toBase64url(randomBytes(12)), match: createNumberMatch() };

/**
 * Returns the sign-in after an error. If the carrier didn't respond, the next request repeats the attempt, with
 * the same ID and digits. After any other error, the next request is a new attempt.
 */
export function withAttemptAfterError(
  { attempt: _, ...signIn }: SignIn,
  { refusal }: ProtocolError,
  attempt: Attempt,
): SignIn {
  return refusal === refusals.unavailable ? { ...signIn, attempt } : signIn;
}
