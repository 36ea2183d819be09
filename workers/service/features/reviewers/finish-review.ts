import { maskIdentity } from '../../../core/protocol/user-record.ts';
import { callObject, callWorker } from '../../../core/storage/call-with-timeout.ts';
import type { GrantResult } from '../../objects/account-tables.ts';
import { accountOf } from '../../objects/accounts.ts';
import type { ReviewerPeriod } from '../../objects/application-reviewers.ts';
import { approvalLifetime } from '../../settings/service-lifetimes.ts';
import { locationOf } from '../../sign-in/carrier/confirmation-request.ts';
import { answerGrant } from '../../sign-in/code/answer-grant.ts';
import { grantRequest, pickFields } from '../../sign-in/code/grant-sign-in.ts';
import { rejectAccountSwitch } from '../../sign-in/code/reject-account-switch.ts';
import { redirectToConsent } from '../../sign-in/consent/redirect-to-consent.ts';
import type { ConsentAnswer } from '../../sign-in/flow/consent-answer.ts';
import type { SignInContext } from '../../sign-in/flow/sign-in-context.ts';
import { signInEndedError } from '../../sign-in/flow/sign-in-errors.ts';
import type { Transition } from '../../sign-in/flow/transition.ts';
import type { Approved } from '../../sign-in/stages/sign-in-stage.ts';
import { reviewIdentity } from './review-identity.ts';

type ApprovedByReview = Extract<Approved, { method: 'review' }>;

/**
 * Returns the sign-in as it applies to a store reviewer, who has no `ci` and no automatic login. The cookie keeps the
 * full sign-in, because the user may still go back and enter another number.
 */
export function limitToReview(context: SignInContext): SignInContext {
  const { automaticLogin: _, ...signIn } = context.signIn;
  const [asked, optional] = [signIn.asked, signIn.optional].map((all) => all.filter((name) => name !== 'ci'));
  return { ...context, signIn: { ...signIn, asked: asked ?? [], optional: optional ?? [] } };
}

/**
 * Ends a store reviewer's sign-in after the code was accepted. Redirects to the application with a code, or to the
 * consent page. No phone and no carrier takes part, and the age check doesn't apply to the made-up identity.
 * @throws {SignInError} `left` if the reviewer was removed, or their period has ended.
 */
export async function finishReview(
  outer: SignInContext,
  { request: review, facts }: Pick<ApprovedByReview, 'request' | 'facts'>,
  { plid, ends }: ReviewerPeriod,
  consent?: ConsentAnswer,
): Promise<Transition> {
  const context = limitToReview(outer);
  const { env, now, signIn } = context;
  if (signIn.hinted !== undefined && signIn.hinted !== plid) return rejectAccountSwitch(outer);
  const identity = reviewIdentity(review.phoneNo, review.telcoCd, now);
  const request = {
    ...(await grantRequest(context, identity, facts, consent)),
    from: { ...locationOf(context.request), known: false },
    ends,
  };
  const granting = accountOf(env, plid).grant(request, now);
  const result = await callObject<GrantResult>('granting a review sign-in', granting);
  const approved = { method: 'review' as const, request: review, plid, facts };
  return answerGrant(context, approved, { result, consent }, () => {
    const shown = maskIdentity(pickFields(identity, signIn.asked));
    const stage = { at: 'approved' as const, ...approved, shown };
    return redirectToConsent(outer, stage, Math.max(signIn.expires, now + approvalLifetime));
  });
}

/**
 * Continues a store reviewer's sign-in whose code was accepted earlier. The application's object is asked again, because
 * the reviewer may have been removed. @throws {SignInError} as in {@link finishReview}.
 */
export async function resumeReview(
  context: SignInContext,
  approved: ApprovedByReview,
  consent?: ConsentAnswer,
): Promise<Transition> {
  const { env, now, signIn } = context;
  const asking = env.REVIEWERS.current(signIn.client_id, approved.request.id, now);
  const current = await callWorker('finding a reviewer', asking);
  if (current === undefined || current.plid !== approved.plid) throw signInEndedError(context, 'left');
  return finishReview(context, approved, current, consent);
}
