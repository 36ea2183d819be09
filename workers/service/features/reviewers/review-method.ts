import { isReviewNumber } from '../../../core/protocol/review-number.ts';
import type { ConsentAnswer } from '../../sign-in/flow/consent-answer.ts';
import type { SignInContext, SignInMethod } from '../../sign-in/flow/sign-in-context.ts';
import type { Transition } from '../../sign-in/flow/transition.ts';
import { approvedIn } from '../../sign-in/stages/sign-in-stage.ts';
import { limitToReview, resumeReview } from './finish-review.ts';
import { reviewPage } from './review-page.tsx';
import { startReview } from './start-review.ts';
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
  routes: { 'POST /oauth2/authorize/review': { on: 'step', handle: submitReviewCode } },
};

function resumeIfApproved(context: SignInContext, answer?: ConsentAnswer): Promise<Transition> | undefined {
  const approved = approvedIn(context.signIn.stage);
  return approved?.method === 'review' ? resumeReview(context, approved, answer) : undefined;
}
