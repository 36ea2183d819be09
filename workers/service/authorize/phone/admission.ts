import type { Outcome } from '../../../../packages/plid/carrier/port.ts';
import { randomBytes, toBase64url } from '../../../../packages/plid/crypto/bytes.ts';
import { retryLaterError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callObject } from '../../../core/storage/outages.ts';
import { describeFailure } from '../../../core/worker/log.ts';
import type { Admission, CarrierRequest, DenialCause } from '../../objects/phone-tables.ts';
import type { Caller } from '../../objects/request-limits.ts';
import { phoneOf } from '../../shared/phones.ts';
import { readRequestName } from '../../shared/request-name.ts';
import { signInName } from '../../shared/sign-in-name.ts';
import type { PhoneRequest, SignIn } from '../../shared/sign-in-values.ts';
import { pagesWaitingFor } from '../../shared/waiting-pages.ts';
import { callerAt } from '../cookies/numbers-cookie.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { cancelOf, earlierOutcome } from './ask-carrier.ts';
import { hasChallenge, requireProof } from './challenge.ts';
import type { Claim } from './confirmation-request.ts';
import { recordRequest } from './record-request.ts';
import type { RiskInputs } from './risk.ts';
import { countForChallenge, limitKnown, limitPeriod, limitSignIns } from './sign-in-limits.ts';

export type PhoneStub = Awaited<ReturnType<typeof phoneOf>>;

/** A request that counts: its id at the phone, and what is known for the risk decision before the phone has answered. */
export interface Admitted extends Omit<RiskInputs, 'country'> {
  admission: string;
  /** The open request whose place it takes once it has reached the phone; undefined if the sign-in cancels it itself. */
  replaced?: CarrierRequest;
}

/**
 * Counts a request to a phone: for its browser, at the phone, and for the application where the phone does know the browser.
 * @throws {ProtocolError} `too_many_requests`, `unavailable`.
 */
export async function admit(context: SignInContext, phone: PhoneStub, claim: Claim): Promise<Admitted> {
  const { client_id } = context.signIn;
  const caller = await callerAt(context, claim.phoneNo);
  // First: whoever fails it uses up nothing of the limits that refuse people.
  const proved = await meetChallenge(context, caller);
  await limitSignIns(context, client_id, caller);
  const admitted = await admitAtPhone(context, phone, claim, { ...caller, ...(proved && { proved }) });
  if (!caller.known) return admitted;
  await limitKnown(context, client_id, admitted.known).catch(async (refusal) => {
    await takeBack(phone, admitted.admission);
    throw refusal;
  });
  return admitted;
}

/** @returns whether the caller has passed a challenge: only strangers meet one, and only where their share is used up. */
async function meetChallenge(context: SignInContext, { known }: Caller): Promise<boolean> {
  if (known || !hasChallenge(context)) return false;
  if (!(await countForChallenge(context, context.signIn.client_id))) return false;
  await requireProof(context);
  return true;
}

/**
 * A browser that never signed in with the number always gets the wait of a whole period: the real
 * one would tell a stranger whether the phone was asked just now, or has denied. The carrier is asked here about the request before, since its
 * browser may never look at the answer, and a denial lets the next request wait.
 * @throws {ProtocolError} `too_many_requests`.
 */
async function admitAtPhone(
  context: SignInContext,
  phone: PhoneStub,
  claim: Claim,
  caller: Caller,
): Promise<Admitted> {
  const { env, now, signIn } = context;
  const id = toBase64url(randomBytes(12));
  const about = { client_id: signIn.client_id, sign_in: signInName(signIn.id) };
  const admitting = phone.admit(id, caller, now, env.PHONE_REQUEST_LIMIT, about);
  const admitted = await callObject<Admission>('counting a request to a phone', admitting);
  const { known = caller.known } = admitted;
  if (!admitted.admitted) {
    if (admitted.challenge && !caller.proved && hasChallenge(context)) {
      await requireProof(context);
      return admitAtPhone(context, phone, claim, { ...caller, proved: true });
    }
    recordRequest(context, 'sign_in_locked', claim);
    const retryAfter = known ? admitted.retryAfter : limitPeriod;
    throw retryLaterError(refusals.too_many_requests, retryAfter, 'PHONE_REQUEST_LIMIT');
  }
  const { unanswered, reused = false } = admitted;
  if (unanswered === undefined) return { admission: id, known, reused };
  const outcome = await earlierOutcome(context, unanswered.carrierId);
  if (outcome?.status !== 'denied') {
    const isReplaced = unanswered.isOpen && !isOwn(signIn, unanswered);
    return { admission: id, known, reused, ...(isReplaced && { replaced: unanswered }) };
  }
  await callObject('counting a denial', phone.denied(unanswered.id, denialCause(outcome), now));
  await takeBack(phone, id);
  return admitAtPhone(context, phone, claim, caller);
}

/**
 * Whether a request is this sign-in's own, and in its cookie: it is cancelled once another one has reached the phone. An earlier copy of the
 * cookie doesn't know the request.
 */
const isOwn = ({ id, phone }: SignIn, { carrierId, signIn }: CarrierRequest): boolean =>
  signIn === signInName(id) && phone?.requestId === readRequestName(carrierId).requestId;

/** Another request has taken the place of one: its phone no longer asks, and the page that waits for it looks. It never throws. */
export async function supersede(
  context: SignInContext,
  { carrierId, signIn }: CarrierRequest,
): Promise<void> {
  const { requestId, telcoCd } = readRequestName(carrierId);
  await cancelOf(context, requestId, { telcoCd, signIn });
  if (telcoCd === undefined) return;
  const waking = pagesWaitingFor(context.env, telcoCd, requestId).answered();
  await waking.catch((failure: unknown) =>
    context.log('info', { doing: 'waking a page', cause: describeFailure(failure) }),
  );
}

/** Why a request was denied; undefined where the person has chosen a wrong number. A carrier that does not say why means the person. */
export function denialCause({
  wrongNumber,
  why,
}: Extract<Outcome, { status: 'denied' }>): DenialCause | undefined {
  if (wrongNumber || why === 'wrong_number') return undefined;
  return why === 'blocked' ? 'blocked' : 'not me';
}

/** No phone was asked: the request does not count. @param id of the request at the phone. */
export const takeBack = (phone: PhoneStub, id: string): Promise<void> =>
  callObject('taking a request to a phone back', phone.takeBack(id));

/** The phone has denied a request. @throws {ProtocolError} `unavailable`. */
export async function countDenial(
  { env, now }: AuthorizeContext,
  { phoneNo, admission }: PhoneRequest,
  why: DenialCause | undefined,
): Promise<void> {
  const phone = await phoneOf(env, phoneNo);
  await callObject('counting a denial', phone.denied(admission, why, now));
}
