import { serviceEvents } from '../../settings/service-events.ts';
import { locationOf } from '../carrier/confirmation-request.ts';
import { compareCountries, decideRisk, inputNames } from '../carrier/risk.ts';
import type { Approval } from '../code/resolve-account.ts';
import { isTrustedBrowser } from '../cookies/known-numbers-cookie.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import type { SignInFacts } from '../stages/sign-in-facts.ts';
import { approvedIn } from '../stages/sign-in-stage.ts';

/**
 * Returns when and how the phone approved the sign-in, and the risk decision. The decision is made only once, when
 * the approval is first seen. The sign-in's cookie stores the result, so that it's the same for the consent page
 * and for a form that is sent twice. The phone's country is compared but never stored.
 */
export async function determineSignInFacts(context: SignInContext, approval: Approval): Promise<SignInFacts> {
  const { signIn, application, request, now } = context;
  const approved = approvedIn(signIn.stage);
  if (approved !== undefined) return approved.facts;
  const { phone, approvingPhone: approving, method } = approval;
  const inputs = {
    known: await isTrustedBrowser(context, phone),
    country: compareCountries(locationOf(request).country, approving?.country),
    reused: phone.reused === true,
    matching: phone.entry !== 'none',
  };
  const risk = decideRisk(inputs);
  if (risk !== 'nothing') {
    const about = { client_id: application.client_id, carrier: phone.telcoCd };
    serviceEvents.record(context, 'risk_decided', { ...about, risk, inputs: inputNames(inputs) });
  }
  return { approved: now, risk, method };
}
