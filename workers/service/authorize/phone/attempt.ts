import { randomBytes, toBase64url } from '../../../../packages/plid/crypto/bytes.ts';
import type { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import type { Attempt, SignIn } from '../../shared/sign-in-values.ts';
import { keepSignIn } from '../cookies/sign-in-cookie.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { createMatch } from './match.ts';

/** The question that no carrier has answered, or a new one. */
export const attemptOf = ({ attempt }: SignIn): Attempt =>
  attempt ?? { id: toBase64url(randomBytes(12)), match: createMatch() };

/** Set-Cookie values: a question that was not answered is asked again as the same one, any other one anew. */
export async function keepAttempt(
  context: SignInContext,
  { refusal }: ProtocolError,
  attempt: Attempt,
): Promise<string[]> {
  const { attempt: earlier, ...signIn } = context.signIn;
  if (refusal === refusals.unavailable) return [await keepSignIn(context, { ...signIn, attempt })];
  return earlier === undefined ? [] : [await keepSignIn(context, signIn)];
}
