import type { Outcome } from '../../../core/carrier/port.ts';
import { retryLaterError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import type { OwnerApproval, Registration } from '../../objects/phone-tables.ts';
import { phoneOf, pseudonymOf } from '../../objects/phones.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { signInEndedError } from '../flow/sign-in-errors.ts';
import { approvedIn, type PhoneRequest } from '../stages/sign-in-stage.ts';

type Approved = Extract<Outcome, { status: 'approved' }>;

/** An approval by the phone, with the request, the user's identity, and the method of approval. */
export interface Approval extends Pick<Approved, 'identity' | 'method'> {
  phone: PhoneRequest;
  approvingPhone: Approved['phone'] | undefined;
  /** The number's current owner (plid), if it was read together with the identity. */
  owner?: string | undefined;
}

export const approvalOf = (phone: PhoneRequest, { phone: approving, ...approved }: Approved): Approval => ({
  ...approved,
  phone,
  approvingPhone: approving,
});

/**
 * Returns the plid of the number's owner after an approval, and registers an owner if there is none. After the
 * approval has been seen, the cookie contains the plid. The number is still checked, because the cookie's
 * encryption key may have leaked. @throws {SignInError} `cancelled` if a later request has superseded the approved
 * one. `left` if the approved registration has ended or differs from the cookie's, or if the sign-in was cancelled
 * in another copy of its cookie. @throws {ProtocolError} `unavailable`, including if it's unknown whether the
 * owner has approved.
 */
export async function resolveAccount(context: SignInContext, approval: Approval): Promise<string> {
  const { signIn, env, now } = context;
  const approved = approvedIn(signIn.stage);
  if (approved !== undefined) {
    const current = approval.owner ?? (await currentOwner(context, approval.phone));
    if (current !== approved.plid) throw signInEndedError(context, 'left');
    return current;
  }
  const owner = await phoneOf(env, approval.phone.phoneNo);
  const registering = owner.approve(await ownerApproval(context, approval), now);
  const registration = await callObject('finding the owner of a phone', registering);
  const plid = plidOf(context, approval, registration);
  recordOwner(context, approval, 'sign_in_approved', plid);
  return plid;
}

/**
 * Looks up the current owner of a request's phone number.
 * @returns The owner's plid, or undefined if the number has no owner or the sign-in was cancelled. @throws
 * {ProtocolError} `unavailable`.
 */
export async function currentOwner({ env, signIn }: SignInContext, { phoneNo }: PhoneRequest) {
  const owner = await phoneOf(env, phoneNo);
  return callObject('finding the owner of a phone', owner.plid(signIn.id));
}

/**
 * Replaces the owner of a number whose `Phone` object still names a terminated account. Returns and throws the
 * same as {@link resolveAccount}.
 */
export async function replaceTerminatedOwner(
  context: SignInContext,
  approval: Approval,
  terminated: string,
): Promise<string> {
  const owner = await phoneOf(context.env, approval.phone.phoneNo);
  const replacing = owner.replace(terminated, await ownerApproval(context, approval), context.now);
  return plidOf(context, approval, await callObject('replacing the owner of a phone', replacing));
}

async function ownerApproval(
  { env, signIn }: SignInContext,
  { phone, identity: { ci } }: Approval,
): Promise<OwnerApproval> {
  const owner = ci && (await pseudonymOf(env, 'owner of a number', ci));
  const { telcoCd: carrier, sent, admission } = phone;
  return { owner, carrier, sent, signIn: signIn.id, ...(admission !== '' && { admission }) };
}

const unproven = 'an approval without a ci for a number whose owner has a ci';
/** Time after which the client may retry, in seconds. The carrier then reports again who has approved. */
const retryAfter = 5;

function plidOf(context: SignInContext, approval: Approval, registered: Registration | undefined): string {
  if (registered === undefined) throw signInEndedError(context, 'left');
  const { plid, registration } = registered;
  if (registration === 'superseded') throw signInEndedError(context, 'cancelled');
  if (plid === undefined) throw retryLaterError(refusals.unavailable, retryAfter, unproven);
  if (registration === 'made') recordOwner(context, approval, 'registered', plid);
  if (registration === 'changed hands') recordOwner(context, approval, 'number_changed_hands', plid);
  return plid;
}

function recordOwner(
  context: SignInContext,
  { phone: { telcoCd: carrier } }: Approval,
  event: 'sign_in_approved' | 'registered' | 'number_changed_hands',
  plid: string,
): void {
  serviceEvents.record(context, event, { client_id: context.signIn.client_id, carrier, plid });
}
