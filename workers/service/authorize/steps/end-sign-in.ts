import {
  type Attribute,
  type Identity,
  maskIdentity,
  type YesNo,
} from '../../../../packages/plid/protocol/user-record.ts';
import { agentLabel } from '../../../core/http/agent-label.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { callObject } from '../../../core/storage/outages.ts';
import type { GrantResult } from '../../objects/account-tables.ts';
import { accountOf } from '../../shared/accounts.ts';
import type { Agreement } from '../../shared/consents.ts';
import { digestTerms } from '../../shared/consents.ts';
import { sealIdentity } from '../../shared/grant-identity.ts';
import { phoneName } from '../../shared/phones.ts';
import { serviceEvents } from '../../shared/service-events.ts';
import * as serviceRefusals from '../../shared/service-refusals.ts';
import { dropDevice, keepDevice, readDevice } from '../cookies/device-cookie.ts';
import { forgetTypedForm } from '../cookies/form-cookie.ts';
import { rememberNumber } from '../cookies/numbers-cookie.ts';
import { keepSignIn } from '../cookies/sign-in-cookie.ts';
import { backWithCode } from '../sign-in/return-to-application.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { signInEndedError } from '../sign-in/sign-in-errors.ts';
import { pathOf, seeOther } from '../sign-in/sign-in-paths.ts';
import { type Approval, ownerAfter, ownerOf } from './approved-owner.ts';

/** The person's answer on the consent page. */
export interface ConsentAnswer {
  automaticLogin: YesNo;
  /** The attributes that they agreed to. */
  agreed: Attribute[];
  agreement: Agreement;
}

/**
 * Ends an approved sign-in: back to the application with a code, or to the consent page where the person must be asked
 * first. A repeated request has the same result, since the sign-in's id is the grant's id too.
 * @throws {ProtocolError} `unconfirmed` where another phone has approved; `unavailable`; `invalid_item` where the sign-in
 *   has ended.
 */
export async function completeSignIn(
  context: SignInContext,
  approval: Approval,
  consent?: ConsentAnswer,
): Promise<Response> {
  if (approval.identity.phoneNo !== approval.phone.phoneNo) {
    throw new ProtocolError(serviceRefusals.unconfirmed, {
      cause: 'another phone than the one that was asked has approved',
    });
  }
  const { plid, result } = await grant(context, approval, consent);
  if (result.outcome === 'granted') recordGranted(context, plid, result.automatic, consent);
  switch (result.outcome) {
    case 'granted':
      return leaveWithCode(context, plid, result.automatic);
    case 'unconsented':
      return seeOther(pathOf('consent', context.signIn.id), [
        await keepSignIn(context, { ...context.signIn, plid, shown: shownOf(context, approval) }),
      ]);
    case 'spent':
      throw signInEndedError(context, 'finished');
    case 'terminated':
      throw signInEndedError(context, 'left');
  }
}

/** A form that was sent twice is granted twice, but happens once. */
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

/**
 * Records the grant in the person's account. An account that was terminated while its phone still names it (Phone.leave
 * stopped halfway) is replaced by a new one; an account that was terminated after this sign-in's approval ends the sign-in.
 */
async function grant(
  context: SignInContext,
  approval: Approval,
  consent: ConsentAnswer | undefined,
): Promise<{ plid: string; result: GrantResult }> {
  const { signIn, env, now } = context;
  const request = {
    ...(await grantRequest(context, approval.identity, consent)),
    phone: await phoneName(env, approval.phone.phoneNo),
  };
  const ask = async (plid: string): Promise<GrantResult> => {
    const device = await ownDevice(context, plid);
    const renewed = device === undefined || signIn.automaticLogin === undefined ? {} : { device };
    const asking = accountOf(env, plid).grant({ ...request, ...renewed }, now);
    return callObject<GrantResult>('granting a sign-in', asking);
  };
  const plid = await ownerOf(context, approval);
  const result = await ask(plid);
  if (result.outcome !== 'terminated' || signIn.plid !== undefined) return { plid, result };
  const next = await ownerAfter(context, approval, plid);
  return { plid: next, result: await ask(next) };
}

async function grantRequest(
  { signIn, application, request }: SignInContext,
  identity: Identity,
  consent: ConsentAnswer | undefined,
) {
  const { id, client_id, identityKey, automaticLogin } = signIn;
  const asked = consent?.agreed ?? signIn.asked;
  const choice = consent?.automaticLogin ?? (automaticLogin === 'chosen' ? 'Y' : undefined);
  const terms = await digestTerms(application);
  return {
    ...{ id, client_id, asked, optional: signIn.optional, agreed: consent !== undefined },
    ...(terms && { terms }),
    ...(consent && { agreement: consent.agreement }),
    identity: await sealIdentity(identityKey, pick(identity, asked)),
    agent: agentLabel(request.headers.get('User-Agent')),
    ...(automaticLogin !== undefined && choice !== undefined && { automaticLogin: choice }),
  };
}

async function leaveWithCode(context: SignInContext, plid: string, automatic: boolean): Promise<Response> {
  const { signIn, redirect_uri } = context;
  const { shown: _, ...finished } = signIn;
  const { id, identityKey } = signIn;
  const granted = signIn.granted ?? context.now;
  const cookies = [
    await keepSignIn(context, { ...finished, plid, granted }),
    ...(await deviceCookies(context, plid, automatic)),
    ...(await rememberNumber(context, signIn.phone?.phoneNo)),
    ...(await forgetTypedForm(context, id)),
  ];
  return backWithCode(context, { ...signIn, redirect_uri }, { plid, grant: id, identityKey }, cookies);
}

/**
 * Set-Cookie values for automatic login on this device. An automatic login of another person ends here; this person's own
 * stays where the application has asked for a full sign-in this time.
 */
async function deviceCookies(context: SignInContext, plid: string, automatic: boolean): Promise<string[]> {
  const { signIn } = context;
  const { id, client_id, automaticLogin } = signIn;
  if (automatic) return [await keepDevice(context, client_id, { plid, device: id })];
  const stays = automaticLogin === undefined && (await ownDevice(context, plid)) !== undefined;
  return stays ? [] : dropDevice(context, client_id);
}

/** The automatic login of this device at the application, where it is this person's. */
async function ownDevice(context: SignInContext, plid: string): Promise<string | undefined> {
  const registered = await readDevice(context, context.signIn.client_id);
  return registered?.plid === plid ? registered.device : undefined;
}

/** What the consent page shows of the person: masked, so that nothing whole ever passes through the browser. */
const shownOf = ({ signIn }: SignInContext, { identity }: Approval): Identity =>
  maskIdentity(pick(identity, signIn.asked));

function pick(identity: Identity, asked: readonly Attribute[]): Identity {
  return Object.fromEntries(
    asked.flatMap((name) => (identity[name] === undefined ? [] : [[name, identity[name]]])),
  );
}
