import { limitToReview, resumeReview } from '../../features/reviewers/finish-review.ts';
import { digestTerms } from '../../shared/consents.ts';
import { approvedIn } from '../../shared/sign-in-stage.ts';
import { readAutomaticLoginChoice } from '../pages/automatic-login-box.tsx';
import { consentPage } from '../pages/consent-page.tsx';
import { consentCheckboxName } from '../pages/consent-terms.tsx';
import { requestCarrierOutcome } from '../phone/carrier-calls.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { seeOther, signInPagePath } from '../sign-in/sign-in-paths.ts';
import type { Transition } from '../sign-in/transition.ts';
import { consentTextsVersion } from '../texts/consent-texts.ts';
import { cachedApproval } from './cached-approval.ts';
import { finishSignIn } from './finish-sign-in.ts';
import type { ConsentAnswer } from './grant-sign-in.ts';
import { approvalOf } from './resolve-account.ts';

/**
 * Shows the consent page only between the phone's approval and the code. If the user opens the page at any other
 * time, they're redirected.
 */
export async function showConsent(outer: SignInContext): Promise<Transition> {
  const { id, stage } = outer.signIn;
  if (stage.at !== 'approved') return { response: seeOther(signInPagePath('wait', id)) };
  const context = stage.method === 'review' ? limitToReview(outer) : outer;
  return { response: consentPage(context, stage, await termsOf(context)) };
}

/**
 * Completes the sign-in after the user has agreed. Until then, the account stores the identity, so that the
 * identity never passes through the browser. If the account doesn't have the identity, the carrier is asked again.
 * If the terms have changed since the page was shown, the page is shown again.
 */
export async function submitConsent(context: SignInContext): Promise<Transition> {
  const { id, stage } = context.signIn;
  const approved = approvedIn(stage);
  const automaticLogin = readAutomaticLoginChoice(context.parameters);
  if (approved === undefined) return { response: seeOther(signInPagePath('wait', id)) };
  const terms = await termsOf(context);
  if (context.parameters.optional('terms') !== terms)
    return { response: seeOther(`${signInPagePath('consent', id)}&changed=Y`) };
  if (approved.method === 'review')
    return resumeReview(context, approved, {
      automaticLogin: 'N',
      ...readAnswer(limitToReview(context), terms),
    });
  const { plid, request: phone } = approved;
  const answer = { automaticLogin, ...readAnswer(context, terms) };
  const cached = await cachedApproval(context, plid, phone);
  if (cached !== undefined) return finishSignIn(context, cached, answer);
  const outcome = await requestCarrierOutcome(context, context.signIn, phone);
  if (outcome.status !== 'approved') return { response: seeOther(signInPagePath('wait', id)) };
  return finishSignIn(context, approvalOf(phone, outcome), answer);
}

/** Returns the digest of the terms that the page shows, in the page's language. */
const termsOf = async ({ application, language }: SignInContext): Promise<string> =>
  (await digestTerms(application))?.[language] ?? '';

/**
 * Returns the user's answer, which is agreement to all required attributes and to the optional ones that the user
 * selected.
 */
function readAnswer(
  { application, language, parameters, signIn }: SignInContext,
  terms: string,
): Omit<ConsentAnswer, 'automaticLogin'> {
  const refused = signIn.optional.filter(
    (attribute) => parameters.optional(consentCheckboxName(attribute)) !== 'Y',
  );
  return {
    agreed: signIn.asked.filter((attribute) => !refused.includes(attribute)),
    agreement: {
      refused,
      version: application.version,
      language,
      words: consentTextsVersion,
      terms,
    },
  };
}
