import { orUnavailable, ProtocolError } from '../../core/errors.ts';
import type { Attribute, Identity, YesNo } from '../../core/user-record.ts';
import { accountOf, phoneOf } from '../accounts.ts';
import type { GrantResult } from '../objects/account-requests.ts';
import type { SignIn } from '../sealed-values.ts';
import { backWithCode } from './code.ts';
import { dropDevice, keepDevice, readDevice } from './device-cookie.ts';
import { pathOf } from './paths.ts';
import { seeOther } from './redirect.ts';
import { keepSignIn } from './sign-in-cookie.ts';
import { over, type Step } from './step.ts';

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
  { context, signIn }: Step,
  { phone, identity }: Approval,
  consent: ConsentAnswer,
): Promise<{ plid: string; result: GrantResult }> {
  const { env, now } = context;
  const { id, client_id, asked } = signIn;
  const known = await readDevice(context, client_id);
  const ask = (plid: string): Promise<GrantResult> => {
    const device = known?.plid === plid ? { device: known.device } : {};
    const request = { id, client_id, asked, identity: pick(identity, asked), ...device };
    const asking = accountOf(env, plid).grant(consent ? { ...request, consent } : request, now);
    return orUnavailable<GrantResult>('granting a sign-in', asking);
  };

  const owner = await phoneOf(env, phone.phoneNo);
  const plid = signIn.plid ?? (await orUnavailable('finding the owner of a phone', owner.approve(now)));
  const result = await ask(plid);
  if (result.outcome !== 'terminated' || signIn.plid !== undefined) return { plid, result };
  const next = await orUnavailable('replacing the owner of a phone', owner.replace(plid, now));
  return { plid: next, result: await ask(next) };
}

/** A device that somebody logged in with automatically before does not do so for whoever signs in after them. */
async function leaveWithCode(
  { context, signIn, redirect_uri }: Step,
  plid: string,
  automatic: boolean,
): Promise<Response> {
  const { id, client_id } = signIn;
  const granted = signIn.granted ?? context.now;
  const kept = await keepSignIn(context, { ...signIn, plid, granted });
  const device = automatic
    ? [await keepDevice(context, client_id, { plid, device: id })]
    : dropDevice(context, client_id);
  return backWithCode(context, { ...signIn, redirect_uri }, { plid, grant: id }, [kept, ...device]);
}

function pick(identity: Identity, asked: readonly Attribute[]): Identity {
  return Object.fromEntries(
    asked.flatMap((name) => (identity[name] === undefined ? [] : [[name, identity[name]]])),
  );
}
