import { ProtocolError, retryLaterError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callWorker } from '../../../core/storage/call-with-timeout.ts';
import type { ReviewCheck } from '../../objects/application-reviewers.ts';
import { digestsOfReviewCode } from '../../protocol/review-code.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import { networkPseudonym } from '../../sign-in/cookies/known-numbers-cookie.ts';
import type { SignInContext } from '../../sign-in/flow/sign-in-context.ts';
import { seeOther, signInPagePath } from '../../sign-in/flow/sign-in-paths.ts';
import type { Transition } from '../../sign-in/flow/transition.ts';
import { limitSignIns } from '../../sign-in/limits/caller-limits.ts';
import type { ReviewSignIn } from '../../sign-in/stages/sign-in-stage.ts';
import { finishReview } from './finish-review.ts';
import { refusedReviewPage } from './review-page.tsx';

/**
 * Handles the code that a store reviewer typed in place of the phone's approval. Each code counts as a sign-in of its
 * address, its network, and the application. The application's object compares the code, and counts wrong ones. A wrong
 * code and a reached limit show the page again.
 */
export async function submitReviewCode(context: SignInContext): Promise<Transition> {
  const { signIn, parameters, now } = context;
  const { id, stage } = signIn;
  if (stage.at !== 'asked' || stage.method !== 'review')
    return { response: seeOther(signInPagePath('wait', id)) };
  const { request } = stage;
  const reached = await limitSignIns(context, signIn.client_id);
  if (reached !== undefined) return showRefusal(context, reached);
  const checked = await checkCode(context, request, parameters.optional('code') ?? '');
  if (checked.outcome !== 'accepted') return refuseCode(context, checked);
  const { client_id } = signIn;
  serviceEvents.record(context, 'reviewer_signed_in', { client_id, plid: checked.plid });
  const facts = { approved: now, risk: 'nothing', method: 'review' } as const;
  return finishReview(context, { request, facts }, checked);
}

async function checkCode(context: SignInContext, { id }: ReviewSignIn, code: string): Promise<ReviewCheck> {
  const { env, now } = context;
  const { client_id } = context.signIn;
  const digests = await digestsOfReviewCode(env.KEYS, client_id, code);
  const network = await networkPseudonym(context);
  return callWorker('checking a review code', env.REVIEWERS.check(client_id, id, digests, network, now));
}

/** Asks for the code again. */
const showRefusal = (context: SignInContext, refusal: ProtocolError): Transition => ({
  response: refusedReviewPage(context, refusal),
  signIn: context.signIn,
  refusal,
});

function refuseCode(
  context: SignInContext,
  refused: Exclude<ReviewCheck, { outcome: 'accepted' }>,
): Transition {
  const { client_id } = context.signIn;
  serviceEvents.record(context, 'reviewer_code_refused', { client_id, kind: refused.outcome });
  const error =
    refused.outcome === 'limited'
      ? retryLaterError(refusals.too_many_requests, refused.retryAfter, 'review codes')
      : new ProtocolError(refusals.invalid_item, { item: 'code' });
  return showRefusal(context, error);
}
