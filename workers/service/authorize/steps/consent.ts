import { consentPage } from '../pages/consent.tsx';
import { outcomeOf } from '../phone/carriers.ts';
import { readAutomaticLoginChoice } from '../sign-in/automatic-login.ts';
import { complete } from '../sign-in/completion.ts';
import { pathOf } from './paths.ts';
import { seeOther } from './redirect.ts';
import type { Step } from './step.ts';

/** The page that asks what may be passed on; only once the phone has approved. */
export async function showConsent(step: Step): Promise<Response> {
  const { id, plid } = step.signIn;
  return plid === undefined ? seeOther(pathOf('wait', id)) : consentPage(step);
}

/**
 * The person agreed. Who they are is asked of the carrier again rather than carried through their browser, and no
 * approval is taken from anywhere but the carrier.
 */
export async function agree(step: Step): Promise<Response> {
  const { id, plid, phone } = step.signIn;
  const automaticLogin = readAutomaticLoginChoice(step.parameters);
  if (plid === undefined || phone === undefined) return seeOther(pathOf('wait', id));
  const outcome = await outcomeOf(step.context, step.signIn, phone);
  if (outcome.status !== 'approved') return seeOther(pathOf('wait', id));
  return complete(step, { phone, identity: outcome.identity }, { automaticLogin });
}
