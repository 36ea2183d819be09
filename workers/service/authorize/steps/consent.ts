import { consentPage } from '../pages/consent-page.tsx';
import { outcomeOf } from '../phone/ask-carrier.ts';
import { readAutomaticLoginChoice } from '../sign-in/automatic-login.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { pathOf, seeOther } from '../sign-in/sign-in-redirects.ts';
import { completeSignIn } from './end-sign-in.ts';

/** The consent page; only after the phone has approved. */
export async function showConsent(context: SignInContext): Promise<Response> {
  const { id, plid } = context.signIn;
  return plid === undefined ? seeOther(pathOf('wait', id)) : consentPage(context);
}

/**
 * The person agreed. The carrier is asked again for the approval and the identity, so that neither ever passes through the
 * browser.
 */
export async function agree(context: SignInContext): Promise<Response> {
  const { id, plid, phone } = context.signIn;
  const automaticLogin = readAutomaticLoginChoice(context.parameters);
  if (plid === undefined || phone === undefined) return seeOther(pathOf('wait', id));
  const outcome = await outcomeOf(context, context.signIn, phone);
  if (outcome.status !== 'approved') return seeOther(pathOf('wait', id));
  return completeSignIn(context, { phone, identity: outcome.identity }, { automaticLogin });
}
