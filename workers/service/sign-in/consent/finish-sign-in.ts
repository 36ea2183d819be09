import { ProtocolError } from '../../../core/protocol/errors.ts';
import { omit } from '../../../core/protocol/omit.ts';
import { isReviewNumber } from '../../../core/protocol/review-number.ts';
import { type Identity, maskIdentity } from '../../../core/protocol/user-record.ts';
import * as serviceRefusals from '../../protocol/service-refusals.ts';
import { approvalLifetime } from '../../settings/service-lifetimes.ts';
import { answerGrant } from '../code/answer-grant.ts';
import { cancelSignIn } from '../code/cancel-sign-in.ts';
import { grantSignIn, pickFields } from '../code/grant-sign-in.ts';
import type { Approval } from '../code/resolve-account.ts';
import type { ConsentAnswer } from '../flow/consent-answer.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import type { Transition } from '../flow/transition.ts';
import { approvedIn, type PhoneRequest } from '../stages/sign-in-stage.ts';
import { ageOf } from './age.ts';
import { limitToApproval } from './approval-scope.ts';
import { determineSignInFacts } from './collect-facts.ts';
import { redirectToConsent } from './redirect-to-consent.ts';
import { ageCheckResult, refuseMinor } from './refuse-minor.ts';

/**
 * Ends an approved sign-in. Redirects to the application with a code, or to the consent page if the user must
 * agree first. A user below the minimum age gets neither the code nor the consent page. A repeated request has the
 * same result, because the sign-in's ID is also the grant's ID. @throws {ProtocolError} `unconfirmed` if another
 * phone has approved, `unavailable`, or `invalid_item` if the sign-in has ended.
 */
export async function finishSignIn(
  context: SignInContext,
  approval: Approval,
  consent?: ConsentAnswer,
): Promise<Transition> {
  requireAskedNumber(approval);
  const { signIn, application, now } = context;
  const age = approvedIn(signIn.stage)?.age ?? ageOf(approval.identity, now, application.age_required);
  const minor = ageCheckResult(context, age);
  if (minor === 'refused') return refuseMinor(context, approval);
  const facts = await determineSignInFacts(context, approval);
  const granting = limitToApproval(context, approval.phone, facts.risk);
  if (granting === undefined) return cancelSignIn(context, 'not_shown');
  const { plid, result } = await grantSignIn(granting, approval, facts, consent);
  const { phone: request } = approval;
  const determined = { plid, facts, ...(minor && { minor }), ...(age !== undefined && { age }) };
  const approved = { method: 'phone' as const, request, ...determined };
  return answerGrant(granting, approved, { result, consent }, () => {
    const shown = shownOf(granting, approval);
    const stage = { at: 'approved' as const, ...approved, request: withoutWaitingFields(request), shown };
    return redirectToConsent(granting, stage, Math.max(signIn.expires, facts.approved + approvalLifetime));
  });
}

/** @throws {ProtocolError} `unconfirmed` if a phone has approved that wasn't asked, or that no carrier can have. */
function requireAskedNumber(approval: Approval): void {
  if (approval.identity.phoneNo !== approval.phone.phoneNo) {
    throw new ProtocolError(serviceRefusals.unconfirmed, {
      cause: 'a phone other than the prompted one has approved',
    });
  }
  if (isReviewNumber(approval.phone.phoneNo)) {
    throw new ProtocolError(serviceRefusals.unconfirmed, {
      cause: 'a carrier has reported a number that is reserved for store reviewers',
    });
  }
}

/**
 * Removes the request's fields that are needed only while the request is pending. The values for the consent page
 * need the room in the cookie.
 */
const withoutWaitingFields = (phone: PhoneRequest): PhoneRequest =>
  omit(phone, 'open', 'calls', 'reused', 'expired');

/**
 * Returns the user's values for the consent page. They are masked, so that no full value ever passes through
 * the browser.
 */
const shownOf = ({ signIn }: SignInContext, { identity }: Approval): Identity =>
  maskIdentity(pickFields(identity, signIn.asked));
