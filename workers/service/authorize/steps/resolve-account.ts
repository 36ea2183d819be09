import type { Outcome } from '../../../../packages/plid/carrier/port.ts';
import { retryLaterError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import type { OwnerApproval, Registration } from '../../objects/phone-tables.ts';
import { phoneOf, pseudonymOf } from '../../shared/phones.ts';
import { serviceEvents } from '../../shared/service-events.ts';
import type { PhoneRequest } from '../../shared/sign-in-cookie-value.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { signInEndedError } from '../sign-in/sign-in-errors.ts';

type Approved = Extract<Outcome, { status: 'approved' }>;

/** A phone has approved: which request, who they are, and what the carrier says of how. */
export interface Approval extends Pick<Approved, 'identity' | 'method'> {
  phone: PhoneRequest;
  approving: Approved['phone'] | undefined;
  /** The owner of the number by now, where they were asked for together with the identity. */
  owner?: string | undefined;
}

export const approvalOf = (phone: PhoneRequest, { phone: approving, ...approved }: Approved): Approval => ({
  ...approved,
  phone,
  approving,
});

/**
 * Finds the owner of the number whose phone has approved, and registers one if there is none. Once the approval
 * was seen the cookie names them; their number still decides, since the cookie's key may have leaked.
 * @returns their plid. @throws {SignInError} `cancelled` where a later request had taken the place of the approved one; `left` where the registration that was approved has ended, or is not the cookie's, or
 *   the sign-in was cancelled in another copy of its cookie.
 * @throws {ProtocolError} `unavailable`, also if it is unknown whether the owner has approved.
 */
export async function ownerOf(context: SignInContext, approval: Approval): Promise<string> {
  const { signIn, env, now } = context;
  if (signIn.plid !== undefined) {
    const current = approval.owner ?? (await presentOwner(context, approval.phone));
    if (current !== signIn.plid) throw signInEndedError(context, 'left');
    return current;
  }
  const owner = await phoneOf(env, approval.phone.phoneNo);
  const approving = owner.approve(await ownerApproval(context, approval), now);
  const plid = plidOf(context, await callObject('finding the owner of a phone', approving));
  recordOwner(context, 'sign_in_approved', plid);
  return plid;
}

/** @returns undefined where the number has no owner, or the sign-in was cancelled. @throws {ProtocolError} `unavailable`. */
export async function presentOwner({ env, signIn }: SignInContext, { phoneNo }: PhoneRequest) {
  const owner = await phoneOf(env, phoneNo);
  return callObject('finding the owner of a phone', owner.plid(signIn.id));
}

/** Finds the owner of a number whose phone still names an account that was terminated. @returns and throws as {@link ownerOf}. */
export async function ownerAfter(
  context: SignInContext,
  approval: Approval,
  terminated: string,
): Promise<string> {
  const owner = await phoneOf(context.env, approval.phone.phoneNo);
  const replacing = owner.replace(terminated, await ownerApproval(context, approval), context.now);
  return plidOf(context, await callObject('replacing the owner of a phone', replacing));
}

async function ownerApproval(
  { env, signIn }: SignInContext,
  { phone, identity: { ci } }: Approval,
): Promise<OwnerApproval> {
  const owner = ci && (await pseudonymOf(env, 'owner of a number', ci));
  const { telcoCd: network, sent, admission } = phone;
  return { owner, network, sent, signIn: signIn.id, ...(admission !== '' && { admission }) };
}

const unproven = 'an approval without a ci, of a number whose owner has one';
/** How soon the carrier may be asked again who has approved, in seconds. */
const retryAfter = 5;

function plidOf(context: SignInContext, approved: Registration | undefined): string {
  if (approved === undefined) throw signInEndedError(context, 'left');
  const { plid, registration } = approved;
  if (registration === 'superseded') throw signInEndedError(context, 'cancelled');
  if (plid === undefined) throw retryLaterError(refusals.unavailable, retryAfter, unproven);
  if (registration === 'made') recordOwner(context, 'registered', plid);
  if (registration === 'changed hands') recordOwner(context, 'number_changed_hands', plid);
  return plid;
}

function recordOwner(
  context: SignInContext,
  event: 'sign_in_approved' | 'registered' | 'number_changed_hands',
  plid: string,
): void {
  const { client_id, phone } = context.signIn;
  serviceEvents.record(context, event, { client_id, carrier: phone?.telcoCd, plid });
}
