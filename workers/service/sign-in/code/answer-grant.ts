import { callObject } from '../../../core/storage/call-with-timeout.ts';
import type { GrantResult } from '../../objects/account-tables.ts';
import { accountOf } from '../../objects/accounts.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import { sendSignInNotices } from '../carrier/send-notice.ts';
import { automaticLoginCookies } from '../cookies/automatic-login-cookies.ts';
import { browserId, rememberNumber } from '../cookies/known-numbers-cookie.ts';
import type { ConsentAnswer } from '../flow/consent-answer.ts';
import { pageBeforeCode } from '../flow/page-before-code.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { signInEndedError } from '../flow/sign-in-errors.ts';
import { extendedExpiry } from '../flow/sign-in-expiry.ts';
import { methodPagePath, seeOther } from '../flow/sign-in-paths.ts';
import type { Transition } from '../flow/transition.ts';
import { factsForApplication } from '../stages/sign-in-facts.ts';
import { type Approved, type GrantedStage, phoneRequestIn } from '../stages/sign-in-stage.ts';
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
      return completeGrant(context, approved, result, consent !== undefined);
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

/** Completes a grant: redirects to the application with the code, or to the page that a method shows before it. */
async function completeGrant(
  context: SignInContext,
  approved: Approved,
  { automatic, renewed = false }: Extract<GrantResult, { outcome: 'granted' }>,
  consented: boolean,
): Promise<Transition> {
  const { now } = context;
  const { id, stage: earlier } = context.signIn;
  const granted = earlier.at === 'granted' ? earlier.granted : now;
  const stage: GrantedStage = { at: 'granted', granted, ...approved };
  const completed = { ...context, signIn: { ...context.signIn, stage } };
  const browser = await browserId(context);
  const changes = { plid: approved.plid, browser, automatic: automatic && !renewed, consented };
  if (earlier.at !== 'granted') context.waitUntil(sendSignInNotices(completed, changes));
  const cookies = [
    ...(await automaticLoginCookies(completed, approved.plid, automatic)),
    ...(await rememberNumber(context, phoneRequestIn(stage), browser)),
  ];
  const page = earlier.at !== 'granted' && automatic ? pageBeforeCode(completed) : undefined;
  const next =
    page === undefined
      ? await answerWithCode(completed, stage)
      : showBeforeCode(completed, { ...stage, page });
  return { ...next, cookies, formToDrop: id };
}

/** Redirects to the page of a method. The sign-in lasts as long as the account waits for its code. */
const showBeforeCode = (
  { signIn, now }: SignInContext,
  stage: GrantedStage & { page: string },
): Transition => ({
  response: seeOther(methodPagePath(stage.page, signIn.id)),
  signIn: { ...signIn, stage, expires: extendedExpiry(signIn, now) },
});

/**
 * Continues a granted sign-in, such as after the page before its code. The account is asked whether the code may still be
 * issued. @throws {SignInError} as in {@link answerGrant}. @throws {ProtocolError} `unavailable`.
 */
export async function resumeGrant(context: SignInContext, granted: GrantedStage, options?: CodeOptions) {
  const { env, now, signIn } = context;
  const asking = accountOf(env, granted.plid).openGrant(signIn.id, now);
  const outcome = await callObject('resuming a grant', asking);
  if (outcome !== 'granted') throw signInEndedError(context, outcome === 'spent' ? 'finished' : 'left');
  return answerWithCode(context, granted, options);
}

interface CodeOptions {
  /** Whether the grant has an identity, which the code can decrypt. */
  hasIdentity?: boolean;
}

/** Redirects to the application with the code of a grant, and ends the page before it. */
export async function answerWithCode(
  context: SignInContext,
  granted: GrantedStage,
  { hasIdentity = true }: CodeOptions = {},
): Promise<Transition> {
  const { id, identityKey } = context.signIn;
  const { page, ...stage } = granted;
  const signIn = {
    ...context.signIn,
    stage: page === undefined ? stage : { ...stage, granted: context.now },
  };
  const { plid, facts } = stage;
  const response = await redirectWithCode(
    context,
    { ...signIn, ...returnAddressOf(context) },
    { plid, grant: id, ...(hasIdentity && { identityKey }), facts: factsForApplication(facts) },
  );
  return { response, signIn };
}
