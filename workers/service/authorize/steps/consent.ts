import { digestTerms } from '../../shared/consents.ts';
import { approvedIn } from '../../shared/sign-in-stage.ts';
import { readAutomaticLoginChoice } from '../pages/automatic-login-box.tsx';
import { consentPage } from '../pages/consent-page.tsx';
import { consentCheckboxName } from '../pages/consent-terms.tsx';
import type { ConsentAnswer } from '../sign-in/consent-answer.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { seeOther, signInPagePath } from '../sign-in/sign-in-paths.ts';
import type { Transition } from '../sign-in/transition.ts';
import { consentTextsVersion } from '../texts/consent-texts.ts';
import { methodOf } from './method-of.ts';

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
