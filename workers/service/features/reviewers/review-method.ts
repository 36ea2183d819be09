import { ProtocolError } from '../../../core/protocol/errors.ts';
import { isReviewNumber } from '../../../core/protocol/review-number.ts';
import { callWorker } from '../../../core/storage/call-with-timeout.ts';
import { accountClientId } from '../../registry/account-client.ts';
import type { Claim } from '../../sign-in/entries/claim.ts';
import type { ConsentAnswer } from '../../sign-in/flow/consent-answer.ts';
import type { RefusedRequest } from '../../sign-in/flow/refused-request.ts';
import type { SignInContext, SignInMethod } from '../../sign-in/flow/sign-in-context.ts';
import type { Transition } from '../../sign-in/flow/transition.ts';
import { limitCaller } from '../../sign-in/limits/limit-caller.ts';
import { refuseUnconfirmed } from '../../sign-in/limits/refuse-unconfirmed.ts';
import { redirectToWaiting } from '../../sign-in/phone/redirect-to-waiting.ts';
import { approvedIn } from '../../sign-in/stages/sign-in-stage.ts';
import { limitToReview, resumeReview } from './finish-review.ts';
import { reviewPage } from './review-page.tsx';
import { submitReviewCode } from './submit-review-code.ts';

/** A store reviewer types a code in place of a phone's approval. */
export const reviewMethod: SignInMethod = {
  name: 'review',
  begin: (context, claim, { cookies }) =>
    isReviewNumber(claim.phoneNo) ? startReview(context, claim, cookies) : undefined,
  wait: async (context) => resumeIfApproved(context) ?? { response: reviewPage(context) },
  complete: async (context, answer) =>
    resumeIfApproved(context, { ...answer, automaticLogin: 'N' }) ?? { response: reviewPage(context) },
  limit: limitToReview,
  routes: {
    /** Sends a store reviewer's code. */
    'POST /oauth2/authorize/review': { on: 'step', handle: submitReviewCode },
  },
};

function resumeIfApproved(context: SignInContext, answer?: ConsentAnswer): Promise<Transition> | undefined {
  const approved = approvedIn(context.signIn.stage);
  return approved?.method === 'review' ? resumeReview(context, approved, answer) : undefined;
}

/**
 * Continues a sign-in with the number of a store reviewer. Instead of a request to a phone, the next page asks for the
 * reviewer's code. The name and carrier aren't compared, so that a typing mistake doesn't fail a review. If the
 * application has no reviewer with this number, the response is that of a number that no carrier confirms, and the
 * limits and calls are the same at every application. The limits of a number don't apply: they protect a name and a
 * phone, which these numbers don't have, and a stranger could use them up to keep the reviewer out.
 * @param cookies Additional Set-Cookie values. @returns The transition, or the reason for a refusal: `challenge`,
 * `too_many_requests`, `unconfirmed`. @throws {ProtocolError} `unavailable`.
 */
async function startReview(
  context: SignInContext,
  claim: Claim,
  cookies: string[],
): Promise<Transition | RefusedRequest> {
  const limited = await limitCaller(context);
  if (limited instanceof ProtocolError) return { refused: limited };
  const id = await findReviewer(context, claim);
  if (id === undefined) return refuseUnconfirmed(context, claim);
  const { phoneNo, telcoCd } = claim;
  const request = { id, phoneNo, telcoCd };
  return redirectToWaiting(context, { at: 'asked', method: 'review', request }, { cookies });
}

/** The account pages aren't an application, so they have no reviewers. */
async function findReviewer(
  { env, signIn: { client_id }, now }: SignInContext,
  { phoneNo }: Claim,
): Promise<string | undefined> {
  if (client_id === accountClientId) return undefined;
  return callWorker('finding a reviewer', env.REVIEWERS.find(client_id, phoneNo, now));
}
