import { randomBytes, toBase64url } from '../../../../packages/plid/crypto/bytes.ts';
import type { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import type { Attempt, SignIn } from '../../shared/sign-in-cookie-value.ts';
import { createNumberMatch } from './number-match.ts';

/** The question that no carrier has answered, or a new one. */
export const requestAttempt = ({ attempt }: SignIn): Attempt =>
  attempt ?? { id: toBase64url(randomBytes(12)), match: createNumberMatch() };

/** A sign-in after a refusal: a question that was not answered is asked again as the same one, any other one anew. */
export function withAttempt(
  { attempt: _, ...signIn }: SignIn,
  { refusal }: ProtocolError,
  attempt: Attempt,
): SignIn {
  return refusal === refusals.unavailable ? { ...signIn, attempt } : signIn;
}
