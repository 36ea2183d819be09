import { digestTerms } from '../../shared/consents.ts';
import { readAutomaticLoginChoice } from '../pages/automatic-login-box.tsx';
import { consentPage } from '../pages/consent-page.tsx';
import { fieldOf } from '../pages/consent-terms.tsx';
import { outcomeOf } from '../phone/carrier-calls.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { pathOf, seeOther } from '../sign-in/sign-in-paths.ts';
import { wordsVersion } from '../words/consent-words.ts';
import { cachedApproval } from './cached-approval.ts';
import type { ConsentAnswer } from './grant-sign-in.ts';
import { completeSignIn } from './redirect-with-code.ts';
import { approvalOf } from './resolve-account.ts';

/** Shows the consent page, but only between the phone's approval and the code: a person who comes back to it later is led on. */
export async function showConsent(context: SignInContext): Promise<Response> {
  const { id, plid, granted } = context.signIn;
  const isOpen = plid !== undefined && granted === undefined;
  return isOpen ? consentPage(context, await termsOf(context)) : seeOther(pathOf('wait', id));
}

/**
 * The person agreed. Their account has held the identity meanwhile, so that it never passes through the browser; where it has none, the
 * carrier is asked again. Terms that have changed since the page was shown are shown first.
 */
export async function agree(context: SignInContext): Promise<Response> {
  const { id, plid, phone } = context.signIn;
  const automaticLogin = readAutomaticLoginChoice(context.parameters);
  if (plid === undefined || phone === undefined) return seeOther(pathOf('wait', id));
  const terms = await termsOf(context);
  if (context.parameters.optional('terms') !== terms) return seeOther(`${pathOf('consent', id)}&changed=Y`);
  const answer = { automaticLogin, ...readAnswer(context, terms) };
  const held = await cachedApproval(context, plid, phone);
  if (held !== undefined) return completeSignIn(context, held, answer);
  const outcome = await outcomeOf(context, context.signIn, phone);
  if (outcome.status !== 'approved') return seeOther(pathOf('wait', id));
  return completeSignIn(context, approvalOf(phone, outcome), answer);
}

/** In place of a digest where the application states no terms. */
const unstated = 'none';

/** Names the terms that the page shows, in its language. */
const termsOf = async ({ application, language }: SignInContext): Promise<string> =>
  (await digestTerms(application))?.[language] ?? unstated;

/** The attributes that the person agreed to: all required ones, and those that they have ticked. */
function readAnswer(
  { application, language, parameters, signIn }: SignInContext,
  terms: string,
): Omit<ConsentAnswer, 'automaticLogin'> {
  const refused = signIn.optional.filter((attribute) => parameters.optional(fieldOf(attribute)) !== 'Y');
  return {
    agreed: signIn.asked.filter((attribute) => !refused.includes(attribute)),
    agreement: {
      refused,
      version: application.version,
      language,
      words: wordsVersion,
      ...(terms !== unstated && { terms }),
    },
  };
}
