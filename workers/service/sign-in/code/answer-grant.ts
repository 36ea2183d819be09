import type { GrantResult } from '../../objects/account-tables.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import { sendSignInNotices } from '../carrier/send-notice.ts';
import { automaticLoginCookies } from '../cookies/automatic-login-cookies.ts';
import { browserId, rememberNumber } from '../cookies/known-numbers-cookie.ts';
import type { ConsentAnswer } from '../flow/consent-answer.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { signInEndedError } from '../flow/sign-in-errors.ts';
import type { Transition } from '../flow/transition.ts';
import { factsForApplication } from '../stages/sign-in-facts.ts';
import { type Approved, phoneRequestIn } from '../stages/sign-in-stage.ts';
import type { GrantOutcome } from './grant-sign-in.ts';
import { rejectAccountSwitch } from './reject-account-switch.ts';
import { redirectWithCode, returnAddressOf } from './return-to-application.ts';

/**
 * Answers after the account's decision on a grant. @param askConsent Leads to the consent page.
 * @throws {SignInError} `finished` if the code was already redeemed, `left` if the user has left.
 */
export async function answerGrant(
  context: SignInContext,
  approved: Approved,
  { result, consent }: { result: GrantOutcome; consent: ConsentAnswer | undefined },
  askConsent: () => Transition,
): Promise<Transition> {
  switch (result.outcome) {
    case 'granted':
      recordGranted(context, approved.plid, result.automatic, consent);
      return completeWithCode(context, approved, result, consent !== undefined);
    case 'another':
      return rejectAccountSwitch(context);
    case 'unconsented':
      return askConsent();
    case 'spent':
      throw signInEndedError(context, 'finished');
    case 'terminated':
      throw signInEndedError(context, 'left');
  }
}

/** Records a grant's events only once, even if a form was sent twice and the grant was therefore made twice. */
function recordGranted(
  context: SignInContext,
  plid: string,
  automatic: boolean,
  consent: ConsentAnswer | undefined,
): void {
  const { client_id, stage } = context.signIn;
  if (stage.at === 'granted') return;
  const about = { client_id, plid };
  if (consent !== undefined) serviceEvents.record(context, 'consented', about);
  if (automatic) serviceEvents.record(context, 'automatic_login_enabled', about);
  serviceEvents.record(context, 'code_issued', about);
}

/** Redirects to the application with the code of a grant. */
async function completeWithCode(
  context: SignInContext,
  approved: Approved,
  { automatic, renewed = false }: Extract<GrantResult, { outcome: 'granted' }>,
  consented: boolean,
): Promise<Transition> {
  const { now } = context;
  const { id, identityKey, stage: earlier } = context.signIn;
  const { plid, facts } = approved;
  const granted = earlier.at === 'granted' ? earlier.granted : now;
  const signIn = { ...context.signIn, stage: { at: 'granted' as const, granted, ...approved } };
  const completed = { ...context, signIn };
  const browser = await browserId(context);
  const changes = { plid, browser, automatic: automatic && !renewed, consented };
  if (earlier.at !== 'granted') context.waitUntil(sendSignInNotices(completed, changes));
  const cookies = [
    ...(await automaticLoginCookies(completed, plid, automatic)),
    ...(await rememberNumber(context, phoneRequestIn(signIn.stage), browser)),
  ];
  const response = await redirectWithCode(
    context,
    { ...signIn, ...returnAddressOf(context) },
    { plid, grant: id, identityKey, facts: factsForApplication(facts) },
  );
  return { response, signIn, cookies, formToDrop: id };
}
