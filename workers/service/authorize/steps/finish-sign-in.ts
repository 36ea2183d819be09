import { type Identity, maskIdentity } from '../../../../packages/plid/protocol/user-record.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import type { GrantResult } from '../../objects/account-tables.ts';
import { accountClientId } from '../../shared/account-client.ts';
import { readDeviceOfUser, removedDeviceCookies, storedDeviceCookie } from '../../shared/device-cookie.ts';
import { enforcedMinimumAge } from '../../shared/minimum-age.ts';
import { serviceEvents } from '../../shared/service-events.ts';
import { approvalLifetime, automaticLoginLifetime } from '../../shared/service-lifetimes.ts';
import * as serviceRefusals from '../../shared/service-refusals.ts';
import type { PhoneRequest, SignIn } from '../../shared/sign-in-cookie-value.ts';
import { factsForApplication } from '../../shared/sign-in-facts.ts';
import { dropFormUnlessRemembered } from '../cookies/form-cookie.ts';
import { browserId, rememberNumber } from '../cookies/known-numbers-cookie.ts';
import { storeSignIn } from '../cookies/sign-in-cookie.ts';
import { type ApprovalScope, approvalScope } from '../phone/approval-scope.ts';
import { sendSignInNotices } from '../phone/send-notice.ts';
import { redirectWithCode } from '../sign-in/return-to-application.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { signInEndedError } from '../sign-in/sign-in-errors.ts';
import { seeOther, signInPagePath } from '../sign-in/sign-in-paths.ts';
import { ageOf } from './age.ts';
import { cancelSignIn } from './cancel-sign-in.ts';
import { determineSignInFacts } from './collect-facts.ts';
import { type ConsentAnswer, grantSignIn, pickFields } from './grant-sign-in.ts';
import { ageCheckResult, refuseMinor } from './refuse-minor.ts';
import { rejectAccountSwitch } from './reject-account-switch.ts';
import type { Approval } from './resolve-account.ts';

/**
 * Ends an approved sign-in. Redirects to the application with a code, or to the consent page if the user must
 * agree first. A user below the minimum age gets neither the code nor the consent page. A repeated request has the
 * same result, because the sign-in's ID is also the grant's ID. @throws {ProtocolError} `unconfirmed` if another
 * phone has approved, `unavailable`, or `invalid_item` if the sign-in has ended.
 */
export async function finishSignIn(
  initial: SignInContext,
  approval: Approval,
  consent?: ConsentAnswer,
): Promise<Response> {
  if (approval.identity.phoneNo !== approval.phone.phoneNo) {
    throw new ProtocolError(serviceRefusals.unconfirmed, {
      cause: 'a phone other than the prompted one has approved',
    });
  }
  const age = initial.signIn.age ?? ageOf(approval.identity, initial.now, initial.application.age_required);
  const minor = ageCheckResult(initial, age);
  if (minor === 'refused') return refuseMinor(initial, approval);
  const facts = await determineSignInFacts(initial, approval);
  const outer = {
    ...initial,
    signIn: { ...initial.signIn, facts, ...(minor && { minor }), ...(age !== undefined && { age }) },
  };
  const scope = approvalScope(approval.phone, facts.risk, outer.env.SHOWN_REQUIRED === 'Y');
  logUnconfirmedScope(outer, approval.phone, scope);
  if (outer.signIn.client_id === accountClientId && !scope.account) return cancelSignIn(outer, 'not_shown');
  const context = scope.automaticLogin ? outer : withoutAutomaticLogin(outer);
  const { plid, result } = await grantSignIn(context, approval, consent);
  if (result.outcome === 'granted') recordGranted(context, plid, result.automatic, consent);
  switch (result.outcome) {
    case 'granted':
      return completeWithCode(context, plid, result, consent !== undefined);
    case 'another':
      return rejectAccountSwitch(context);
    case 'unconsented': {
      const { hinted: _, ...signIn } = context.signIn;
      return seeOther(signInPagePath('consent', signIn.id), [
        await storeSignIn(context, {
          ...signIn,
          ...{ plid, phone: withoutWaitingFields(approval.phone), shown: shownOf(context, approval) },
          expires: Math.max(signIn.expires, facts.approved + approvalLifetime),
        }),
      ]);
    }
    case 'spent':
      throw signInEndedError(context, 'finished');
    case 'terminated':
      throw signInEndedError(context, 'left');
  }
}

/**
 * Removes automatic login from the sign-in. Automatic login is then neither offered, renewed, nor reported, as if
 * the application required a full login.
 */
function withoutAutomaticLogin(context: SignInContext): SignInContext {
  const { automaticLogin: _, ...signIn } = context.signIn;
  return { ...context, signIn };
}

/**
 * Logs the carrier if its phones don't report that they have shown automatic login or account access to the user.
 */
function logUnconfirmedScope(
  { log, signIn }: SignInContext,
  { telcoCd, automatic }: PhoneRequest,
  scope: ApprovalScope,
): void {
  const isAccount = signIn.client_id === accountClientId;
  const unconfirmed = [
    ...(automatic && !scope.automaticLogin ? ['automaticLogin'] : []),
    ...(isAccount && !scope.account ? ['account'] : []),
  ];
  if (unconfirmed.length > 0)
    log('warn', {
      operation: 'applying the scope of an approval',
      carrier: telcoCd,
      not_shown: unconfirmed.join(' '),
    });
}

/** Records a grant's events only once, even if a form was sent twice and the grant was therefore made twice. */
function recordGranted(
  context: SignInContext,
  plid: string,
  automatic: boolean,
  consent: ConsentAnswer | undefined,
): void {
  const { client_id, granted } = context.signIn;
  if (granted !== undefined) return;
  const about = { client_id, plid };
  if (consent !== undefined) serviceEvents.record(context, 'consented', about);
  if (automatic) serviceEvents.record(context, 'automatic_login_enabled', about);
  serviceEvents.record(context, 'code_issued', about);
}

async function completeWithCode(
  context: SignInContext,
  plid: string,
  { automatic, renewed = false }: Extract<GrantResult, { outcome: 'granted' }>,
  consented: boolean,
): Promise<Response> {
  const { signIn, application, redirect_uri } = context;
  const { id, identityKey } = signIn;
  const granted = signIn.granted ?? context.now;
  const browser = await browserId(context);
  const changes = { plid, browser, automatic: automatic && !renewed, consented };
  if (signIn.granted === undefined) context.waitUntil(sendSignInNotices(context, changes));
  const cookies = [
    await storeSignIn(context, { ...signIn, plid, granted }),
    ...(await deviceCookies(context, plid, automatic)),
    ...(await rememberNumber(context, signIn.phone?.phoneNo, browser)),
    ...(await dropFormUnlessRemembered(context, id)),
  ];
  return redirectWithCode(
    context,
    { ...signIn, application, redirect_uri },
    { plid, grant: id, identityKey, facts: signIn.facts && factsForApplication(signIn.facts) },
    cookies,
  );
}

/**
 * Returns Set-Cookie values for automatic login on this device. The cookies end another user's automatic login.
 * This user's automatic login stays if the application has required a full sign-in this time.
 */
async function deviceCookies(context: SignInContext, plid: string, automatic: boolean): Promise<string[]> {
  const { signIn } = context;
  const { id, client_id, automaticLogin } = signIn;
  if (automatic) {
    const registration = {
      plid,
      device: id,
      generation: 0,
      age: enforcedMinimumAge(context.application),
      ...phoneOfSignIn(signIn),
    };
    return [await storedDeviceCookie(context, client_id, registration, context.now + automaticLoginLifetime)];
  }
  const keepsDevice =
    automaticLogin === undefined && (await readDeviceOfUser(context, client_id, plid)) !== undefined;
  return keepsDevice ? [] : removedDeviceCookies(context, client_id);
}

/** Returns the user's phone, so that the user can be notified if a copy of the cookie is used. */
const phoneOfSignIn = ({ phone }: SignIn) =>
  phone && {
    phoneNo: phone.phoneNo,
    ...(phone.telcoCd && { telcoCd: phone.telcoCd }),
    ...(phone.mvno && { mvno: true }),
  };

/**
 * Removes the request's fields that are needed only while the request is pending. The values for the consent page
 * need the room in the cookie.
 */
const withoutWaitingFields = ({
  open: _,
  calls: __,
  reused: ___,
  expired: ____,
  ...phone
}: PhoneRequest): PhoneRequest => phone;

/**
 * Returns the user's values for the consent page. They are masked, so that no full value ever passes through
 * the browser.
 */
const shownOf = ({ signIn }: SignInContext, { identity }: Approval): Identity =>
  maskIdentity(pickFields(identity, signIn.asked));
