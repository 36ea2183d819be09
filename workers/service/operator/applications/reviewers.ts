import * as v from 'valibot';
import type { KeyRing } from '../../../core/crypto/keys.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { type AccountsEnv, accountOf } from '../../objects/accounts.ts';
import type { Reviewer } from '../../objects/application-reviewers.ts';
import { createReviewCode, digestKeyState, digestsOfReviewCode } from '../../protocol/review-code.ts';
import * as operatorRefusals from '../access/operator-refusals.ts';
import { changeApplication, readReviewers, type StoreEnv } from './application-store.ts';

/** The store reviewers of an application (docs/operate/users.md). */

interface ReviewersEnv extends StoreEnv, AccountsEnv {
  KEYS: KeyRing;
}

/** The maximum period of a reviewer, in seconds. */
const maxPeriod = 90 * 86_400;

/** The body of a request that registers a reviewer. `ends` is in seconds since 1970. */
export const reviewerRequestSchema = v.strictObject({ ends: v.pipe(v.number(), v.integer()) });

/** Returns a reviewer for the operator. The digest is left out. */
const reviewerForOperator = (keys: KeyRing, { digest, ...reviewer }: Reviewer) => ({
  ...reviewer,
  sealed: digestKeyState(keys, digest),
});

export async function listReviewers(env: ReviewersEnv, client_id: string) {
  const reviewers = await readReviewers(env, client_id);
  return { reviewers: reviewers.map((reviewer) => reviewerForOperator(env.KEYS, reviewer)) };
}

/**
 * Registers a reviewer. @param token the name of the operator's token. @param now in seconds since 1970.
 * @returns the reviewer with the code, which only this response contains. @throws {ProtocolError} `not_found`,
 * `reviewer_period`, `reviewers_full`, `unavailable`.
 */
export async function addReviewer(
  env: ReviewersEnv,
  client_id: string,
  { ends }: v.InferOutput<typeof reviewerRequestSchema>,
  token: string,
  now: number,
) {
  if (ends <= now || ends > now + maxPeriod) throw new ProtocolError(operatorRefusals.reviewer_period);
  const code = createReviewCode();
  const [digest] = await digestsOfReviewCode(env.KEYS, client_id, code);
  let added: Reviewer | undefined;
  await changeApplication(env, client_id, now, async (object) => {
    const { reviewer, ...change } = await object.addReviewer({ digest, ends }, now, token);
    added = reviewer;
    return change;
  });
  if (added === undefined) throw new ProtocolError(refusals.internal);
  return { ...reviewerForOperator(env.KEYS, added), code };
}

/**
 * Removes a reviewer. Their account is deleted first, so that a removal that stops halfway can be repeated.
 * @throws {ProtocolError} `not_found`, `unavailable`.
 */
export async function removeReviewer(
  env: ReviewersEnv,
  client_id: string,
  id: string,
  token: string,
  now: number,
): Promise<void> {
  const reviewer = (await readReviewers(env, client_id)).find((one) => one.id === id);
  if (reviewer === undefined) throw new ProtocolError(refusals.not_found);
  const ending: Promise<void> = accountOf(env, reviewer.plid).terminate(now);
  await callObject('ending the account of a reviewer', ending);
  await changeApplication(env, client_id, now, (object) => object.removeReviewer(id, now, token));
}
