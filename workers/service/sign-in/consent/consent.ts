import { digestTerms } from '../../registry/consents.ts';
import type { ConsentAnswer } from '../flow/consent-answer.ts';
import { methodOf } from '../flow/method-of.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { seeOther, signInPagePath } from '../flow/sign-in-paths.ts';
import type { Transition } from '../flow/transition.ts';
import { readAutomaticLoginChoice } from '../pages/automatic-login-box.tsx';
import { approvedIn } from '../stages/sign-in-stage.ts';
import { consentTextsVersion } from '../texts/consent-texts.ts';
import { consentPage } from './consent-page.tsx';
import { consentCheckboxName } from './consent-terms.tsx';

/**
 * Shows the consent page only between the approval and the code. If the user opens the page at any other time, they're
 * redirected.
 */
export async function showConsent(outer: SignInContext): Promise<Transition> {
  const { id, stage } = outer.signIn;
  if (stage.at !== 'approved') return { response: seeOther(signInPagePath('wait', id)) };
  const context = limited(outer);
  return { response: consentPage(context, stage, await termsOf(context)) };
}

/**
 * Completes the sign-in after the user has agreed. If the terms have changed since the page was shown, the page is shown
 * again.
 */
export async function submitConsent(context: SignInContext): Promise<Transition> {
  const { id, stage } = context.signIn;
  const automaticLogin = readAutomaticLoginChoice(context.parameters);
  const complete = methodOf(context)?.complete;
  if (approvedIn(stage) === undefined || complete === undefined)
    return { response: seeOther(signInPagePath('wait', id)) };
  const terms = await termsOf(context);
  if (context.parameters.optional('terms') !== terms)
    return { response: seeOther(`${signInPagePath('consent', id)}&changed=Y`) };
  return complete(context, { automaticLogin, ...readAnswer(limited(context), terms) });
}

/** Returns the sign-in as far as its approval method allows. */
const limited = (context: SignInContext): SignInContext => methodOf(context)?.limit?.(context) ?? context;

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
