import { ProtocolError } from '../../../core/protocol/errors.ts';
import type { Attribute, Identity, YesNo } from '../../../core/protocol/user-record.ts';
import { fromObject } from '../../../core/storage/outages.ts';
import type { GrantResult } from '../../objects/account-requests.ts';
import type { Registration } from '../../objects/phone.ts';
import { accountOf, phoneOf, pseudonymOf } from '../../shared/accounts.ts';
import { sealIdentity } from '../../shared/sealed-identity.ts';
import type { SignIn } from '../../shared/service-values.ts';
import { backWithCode } from '../code.ts';
import { rememberNumber } from '../phone/known-numbers.ts';
import { pathOf } from '../steps/paths.ts';
import { seeOther } from '../steps/redirect.ts';
import { over, type Step } from '../steps/step.ts';
import { dropDevice, keepDevice, readDevice } from './device-cookie.ts';
import { keepSignIn } from './sign-in-cookie.ts';

/** What a phone has approved. */
export interface Approval {
  phone: NonNullable<SignIn['phone']>;
  identity: Identity;
}

/** The person's answer on the consent page; absent where they were not asked yet. */
type ConsentAnswer = { automaticLogin: YesNo } | undefined;

/**
 * Ends an approved sign-in: back to the application with a code, or to the consent page where the person must be asked
 * first. Sent twice it ends twice in the same way, since the sign-in's id names the grant.
 * @throws {ProtocolError} `unconfirmed` where somebody else's phone approved; `unavailable`; `over` where it is.
 */
export async function complete(step: Step, approval: Approval, consent?: ConsentAnswer): Promise<Response> {
  if (approval.identity.phoneNo !== approval.phone.phoneNo) {
    throw new ProtocolError('unconfirmed', {
      cause: 'another phone than the one that was asked has approved',
    });
  }
  const { plid, result } = await grant(step, approval, consent);
  step.context.note({ grant: result.outcome });
  switch (result.outcome) {
    case 'granted':
      return leaveWithCode(step, plid, result.automatic);
    case 'unconsented':
      return seeOther(pathOf('consent', step.signIn.id), [
        await keepSignIn(step.context, { ...step.signIn, plid }),
      ]);
    case 'spent':
      throw over(step, 'finished');
    case 'terminated':
      throw over(step, 'left');
  }
}

/**
 * An account that was terminated before the phone was told so (Phone.leave broke off) makes way for a new one; one that
 * was terminated after this sign-in's approval ends the sign-in.
 */
async function grant(
  step: Step,
  { phone, identity }: Approval,
  consent: ConsentAnswer,
): Promise<{ plid: string; result: GrantResult }> {
  const { context, signIn } = step;
  const { env, now } = context;
  const request = await grantRequest(step, identity, consent);
  const ask = async (plid: string): Promise<GrantResult> => {
    const device = await ownDevice(step, plid);
    const renewed = device === undefined || signIn.automaticLogin === undefined ? {} : { device };
    const asking = accountOf(env, plid).grant({ ...request, ...renewed }, now);
    return fromObject<GrantResult>('granting a sign-in', asking);
  };
  if (signIn.plid !== undefined) return { plid: signIn.plid, result: await ask(signIn.plid) };

  const owner = await phoneOf(env, phone.phoneNo);
  const { ci } = identity;
  const approval = { owner: ci && (await pseudonymOf(env, 'owner of a number', ci)), sent: phone.sent };
  const plid = registered(
    step,
    await fromObject('finding the owner of a phone', owner.approve(approval, now)),
  );
  const result = await ask(plid);
  if (result.outcome !== 'terminated') return { plid, result };
  const replacing = owner.replace(plid, approval, now);
  const next = registered(step, await fromObject('replacing the owner of a phone', replacing));
  return { plid: next, result: await ask(next) };
}

/** @throws {SignInError} `left`: what the approval would bring back has ended since it was asked for. */
function registered(step: Step, found: Registration | undefined): string {
  if (found === undefined) throw over(step, 'left');
  step.context.note({ registration: found.registration });
  return found.plid;
}

async function grantRequest({ signIn }: Step, identity: Identity, consent: ConsentAnswer) {
  const { id, client_id, asked, identityKey, automaticLogin } = signIn;
  const choice = consent?.automaticLogin ?? (automaticLogin === 'chosen' ? 'Y' : undefined);
  return {
    ...{ id, client_id, asked, agreed: consent !== undefined },
    identity: await sealIdentity(identityKey, pick(identity, asked)),
    ...(automaticLogin !== undefined && choice !== undefined && { automaticLogin: choice }),
  };
}

async function leaveWithCode(step: Step, plid: string, automatic: boolean): Promise<Response> {
  const { context, signIn, redirect_uri } = step;
  const { id, identityKey } = signIn;
  const granted = signIn.granted ?? context.now;
  const cookies = [
    await keepSignIn(context, { ...signIn, plid, granted }),
    ...(await deviceCookies(step, plid, automatic)),
    ...(await rememberNumber(context, signIn.phone?.phoneNo)),
  ];
  return backWithCode(context, { ...signIn, redirect_uri }, { plid, grant: id, identityKey }, cookies);
}

/**
 * A device that somebody logged in with automatically before does not do so for whoever signs in after them. Their own
 * stays where the application has asked for a full sign-in this time.
 */
async function deviceCookies(step: Step, plid: string, automatic: boolean): Promise<string[]> {
  const { context, signIn } = step;
  const { id, client_id, automaticLogin } = signIn;
  if (automatic) return [await keepDevice(context, client_id, { plid, device: id })];
  const stays = automaticLogin === undefined && (await ownDevice(step, plid)) !== undefined;
  return stays ? [] : dropDevice(context, client_id);
}

/** The automatic login of this device at the application, where it is this person's. */
async function ownDevice({ context, signIn }: Step, plid: string): Promise<string | undefined> {
  const known = await readDevice(context, signIn.client_id);
  return known?.plid === plid ? known.device : undefined;
}

function pick(identity: Identity, asked: readonly Attribute[]): Identity {
  return Object.fromEntries(
    asked.flatMap((name) => (identity[name] === undefined ? [] : [[name, identity[name]]])),
  );
}
