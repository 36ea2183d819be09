import type { ConfirmationRequest } from '../../../../packages/plid/carrier/port.ts';
import { randomBytes, toBase64url } from '../../../../packages/plid/crypto/bytes.ts';
import type { CarrierCode } from '../../../../packages/plid/protocol/user-record.ts';
import { agentLabel } from '../../../core/http/agent-label.ts';
import { ProtocolError, retryLaterError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callObject, isSilence } from '../../../core/storage/outages.ts';
import { describeFailure } from '../../../core/worker/log.ts';
import type { Admission } from '../../objects/phone-tables.ts';
import { phoneOf } from '../../shared/phones.ts';
import { serviceEvents } from '../../shared/service-events.ts';
import { phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import * as serviceRefusals from '../../shared/service-refusals.ts';
import { signInName } from '../../shared/sign-in-name.ts';
import type { PhoneRequest, SignIn } from '../../shared/sign-in-values.ts';
import { callerAt } from '../cookies/numbers-cookie.ts';
import { readSignIns } from '../cookies/sign-in-cookie.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { pathOf } from '../sign-in/sign-in-paths.ts';
import { confirm, isDenied, outcomeOf } from './ask-carrier.ts';
import { createMatch } from './match.ts';
import { limitPeriod, limitSignIns } from './sign-in-limits.ts';

/** The same number sent again within this time, in seconds, is the same form sent twice: no new request is made. */
const repeatPeriod = 10;

type PhoneStub = Awaited<ReturnType<typeof phoneOf>>;

/** The person's entries in the form; not verified yet. */
export interface Claim {
  name: string;
  /** 11 digits, no hyphen. */
  phoneNo: string;
  telcoCd: CarrierCode;
}

/**
 * Asks the carrier, and through it the phone. A request that this browser has open on the phone for the same application is
 * reused, since the person must not find two requests with two numbers there.
 * @throws {ProtocolError} `too_many_requests`, `unconfirmed`, `unavailable`.
 */
export async function requestConfirmation(context: SignInContext, claim: Claim): Promise<PhoneRequest> {
  const { application, signIn, now } = context;
  const { phone: latest } = signIn;
  if (latest?.phoneNo === claim.phoneNo && now < latest.sent + repeatPeriod) return latest;
  await limitSignIns(context, application.client_id);
  const open = await findOpenRequest(context, claim.phoneNo);
  if (open !== undefined) return open;
  const phone = await phoneOf(context.env, claim.phoneNo);
  const admission = await admit(context, phone, claim);

  const match = createMatch();
  const confirmation = await confirm(context, await askedOf(context, claim, admission, match)).catch(
    async (failure) => {
      // A carrier that was silent may have asked the phone all the same: such a request counts, or phones would ring without end.
      if (!isSilence(failure))
        await callObject('taking a request to a phone back', phone.takeBack(admission));
      throw failure;
    },
  );
  if (confirmation.status === 'unconfirmed') {
    await callObject('counting an unconfirmed request', phone.unconfirmed(admission));
    recordRequest(context, 'sign_in_unconfirmed', claim);
    throw new ProtocolError(serviceRefusals.unconfirmed);
  }
  if (confirmation.status !== 'requested') throw retryLaterError(refusals.unavailable, limitPeriod);
  const { requestId } = confirmation;
  const reached = callObject('remembering a request to a phone', phone.reached(admission, requestId));
  // If this fails, a denial counts only once the waiting page has asked for it.
  context.waitUntil(reached.catch(() => undefined));
  recordRequest(context, 'sign_in_requested', claim);
  return { phoneNo: claim.phoneNo, requestId, match, admission, sent: now, telcoCd: claim.telcoCd };
}

/** The question for the carrier, with everything that a phone may show. @param id of the admission. */
async function askedOf(
  context: SignInContext,
  claim: Claim,
  id: string,
  match: string,
): Promise<ConfirmationRequest> {
  const { application, redirect_uri, request, signIn, url, now } = context;
  const { country, city } = (request.cf ?? {}) as { country?: string; city?: string };
  const browser = agentLabel(request.headers.get('User-Agent'));
  return {
    ...claim,
    id,
    signIn: signInName(signIn.id),
    mvno: false,
    application: application.name,
    applicationHost: new URL(redirect_uri).host,
    match,
    entry: 'choose',
    expires: now + phoneRequestLifetime,
    expiresIn: phoneRequestLifetime,
    context: {
      ...(browser !== '' && { browser }),
      ...(country !== undefined && { country }),
      ...(city !== undefined && { city }),
      knownBrowser: (await callerAt(context, claim.phoneNo)).known,
      automaticLogin: signIn.automaticLogin === 'chosen',
      attributes: signIn.asked.length,
    },
    returnTo: new URL(pathOf('wait', signIn.id), url).href,
  };
}

/** Writes an event about a request to a phone to the log. */
export function recordRequest(
  context: SignInContext,
  event:
    | 'sign_in_requested'
    | 'sign_in_unconfirmed'
    | 'sign_in_locked'
    | 'sign_in_denied'
    | 'sign_in_expired',
  { telcoCd }: { telcoCd?: CarrierCode },
): void {
  serviceEvents.record(context, event, { client_id: context.application.client_id, carrier: telcoCd });
}

/**
 * Counts a request to a phone. A browser that never signed in with the number always gets the wait of a whole period: the real
 * one would tell a stranger whether the phone was asked just now, or has denied. The carrier is asked here about the request before, since its
 * browser may never look at the answer, and a denial lets the next request wait.
 * @returns the id of the request at the phone. @throws {ProtocolError} `too_many_requests`.
 */
async function admit(context: SignInContext, phone: PhoneStub, claim: Claim): Promise<string> {
  const { env, now } = context;
  const id = toBase64url(randomBytes(12));
  const caller = await callerAt(context, claim.phoneNo);
  const admitting = phone.admit(id, caller, now, env.PHONE_REQUEST_LIMIT);
  const admitted = await callObject<Admission>('counting a request to a phone', admitting);
  if (!admitted.admitted) {
    recordRequest(context, 'sign_in_locked', claim);
    const retryAfter = caller.known ? admitted.retryAfter : limitPeriod;
    throw retryLaterError(refusals.too_many_requests, retryAfter, 'PHONE_REQUEST_LIMIT');
  }
  const { unanswered } = admitted;
  if (unanswered === undefined || !(await isDenied(context, unanswered.carrierId))) return id;
  await callObject('counting a denial', phone.denied(unanswered.id));
  await callObject('taking a request to a phone back', phone.takeBack(id));
  return admit(context, phone, claim);
}

/** The phone has denied a request. @throws {ProtocolError} `unavailable`. */
export async function countDenial(
  { env }: AuthorizeContext,
  { phoneNo, admission }: PhoneRequest,
): Promise<void> {
  const phone = await phoneOf(env, phoneNo);
  await callObject('counting a denial', phone.denied(admission));
}

/**
 * The person has cancelled a sign-in: an approval of it is worth nothing from now on, whoever holds an early copy of its cookie. The cookie
 * of this browser says so already, so that the way back does not wait for storage that fails.
 */
export async function cancelAtPhone(context: SignInContext): Promise<void> {
  const { env, now, signIn, log } = context;
  if (signIn.phone === undefined) return;
  const phone = await phoneOf(env, signIn.phone.phoneNo);
  await callObject('cancelling a sign-in', phone.cancel(signIn.id, now)).catch((failure: unknown) =>
    log('warn', { client_id: signIn.client_id, cancelled: false, cause: describeFailure(failure) }),
  );
}

/** The open request of this browser to a phone for the same application, from this sign-in or an earlier one. */
async function findOpenRequest(context: SignInContext, phoneNo: string): Promise<PhoneRequest | undefined> {
  const { signIn, now } = context;
  const isOpen = (other: SignIn): boolean =>
    other.client_id === signIn.client_id &&
    other.phone?.phoneNo === phoneNo &&
    now < other.phone.sent + phoneRequestLifetime &&
    ![other.plid, other.granted, other.cancelled].some((end) => end !== undefined);
  const [latest] = (await readSignIns(context))
    .filter(isOpen)
    .sort((left, right) => (right.phone?.sent ?? 0) - (left.phone?.sent ?? 0));
  if (latest?.phone === undefined) return undefined;
  const { status } = await outcomeOf(context, latest, latest.phone);
  return status === 'pending' ? latest.phone : undefined;
}
