import type { Confirmation, ConfirmationRequest, RequestOwner } from '../../../core/carrier/port.ts';
import type { Identity } from '../../../core/protocol/user-record.ts';
import { workerLog } from '../../../core/worker/log.ts';
import { CarrierFault } from '../post-to-carrier.ts';
import { type LoginRequest, loginStatus, requestLogin, verifyLogin } from './barocert-api.ts';
import type { CodeMeaning } from './barocert-codes.ts';
import { VendorRefusal } from './barocert-http.ts';
import { networkNames, readVerified } from './barocert-identity.ts';
import { phoneMessage } from './barocert-message.ts';
import type { Env } from './barocert-settings.ts';

const log = workerLog('service-barocert');

const receiptFormat = /^\d{32}$/;
/** Maximum length of a name at the vendor, in characters. */
const maxName = 80;
/** Korea's offset from UTC, in seconds. The vendor's day ends at midnight there. */
const koreanTime = 9 * 3_600;
const day = 86_400;
/** Time before the end of the day in which no request is sent, because it couldn't be verified afterwards, in seconds. */
const endOfDay = 60;
/** Wait that a user is asked for if the vendor limits requests without saying for how long, in seconds. */
const usualWait = 60;
/** Time after the expiry of a request in which the vendor may still call it pending, in seconds. */
const lateAnswer = 30;

/** An outcome that no longer changes. */
export type FinalOutcome = { status: 'denied' | 'expired' } | { status: 'approved'; identity: Identity };

/** The states of a request at the vendor, by number. */
const states: readonly ('pending' | 'complete' | 'expired' | 'denied')[] = [
  'pending',
  'complete',
  'expired',
  'denied',
  'denied',
];

/** Seconds until midnight in Korea. After that, the vendor knows the day's requests no longer. */
const leftOfDay = (at: number): number => day - ((at + koreanTime) % day);

/**
 * Asks the vendor to send a request to a phone.
 * @returns the port's response, and the vendor's receipt if the phone got the request. @throws {CarrierFault}
 */
export async function askForLogin(
  env: Env,
  request: ConfirmationRequest,
  at: number,
): Promise<{ confirmation: Confirmation; receipt?: string }> {
  const left = leftOfDay(at);
  if (left <= endOfDay) return { confirmation: { status: 'declined', retryAfter: left } };
  if ([...request.name].length > maxName) return { confirmation: { status: 'unconfirmed' } };
  const { message, title, shown } = phoneMessage(request);
  const device = deviceOf(env, request);
  const asked = {
    name: request.name,
    phoneNo: request.phoneNo,
    title,
    message,
    signed: `${request.id}\n${message}`,
    callCenter: env.BAROCERT_CALL_CENTER,
    expiresIn: Math.min(request.expiresIn, left - 1),
    device,
  };
  const answer = await refusable(env, 'confirm', request, () => requestLogin(env, asked));
  if ('refused' in answer) return { confirmation: refusedConfirmation(answer.refused) };
  const { receiptID: receipt, scheme, marketUrl } = answer.sent;
  if (typeof receipt !== 'string' || !receiptFormat.test(receipt))
    throw new CarrierFault('gets a malformed receipt from Barocert');
  const platform = device?.deviceOSType === 'IOS' ? 'ios' : 'android';
  const confirmation: Confirmation = {
    status: 'requested',
    requestId: request.id,
    shown,
    ...(device !== undefined && typeof scheme === 'string' && { open: { [platform]: scheme } }),
    ...(device !== undefined && typeof marketUrl === 'string' && { install: { [platform]: marketUrl } }),
  };
  return { confirmation, receipt };
}

/**
 * Asks the vendor for a request's state, and verifies an approval.
 * @returns `pending`, or the final outcome. @throws {CarrierFault}
 */
export async function finalOutcome(
  env: Env,
  receipt: string,
  person: Pick<LoginRequest, 'name' | 'phoneNo'>,
  { owner, expires, at }: { owner: RequestOwner; expires: number; at: number },
): Promise<{ status: 'pending' } | FinalOutcome> {
  const status = await refusable(env, 'outcome', owner, () => loginStatus(env, receipt));
  if ('refused' in status) return refusedOutcome(status.refused);
  const state = states[Number(status.sent.state ?? Number.NaN)];
  if (state === undefined || status.sent.receiptID !== receipt)
    throw new CarrierFault('gets a malformed state from Barocert');
  if (state === 'pending' && at >= expires + lateAnswer) return { status: 'expired' };
  if (state !== 'complete') return { status: state };
  const verified = await refusable(env, 'outcome', owner, () => verifyLogin(env, receipt, person));
  if ('refused' in verified) return refusedOutcome(verified.refused);
  if (verified.sent.receiptID !== receipt)
    throw new CarrierFault('gets a verification of another request from Barocert');
  return { status: 'approved', identity: readVerified(verified.sent, person.phoneNo, at) };
}

/** Returns the phone of an app-to-app request, or undefined for a push. */
function deviceOf(env: Env, { telcoCd, context }: ConfirmationRequest): LoginRequest['device'] {
  const system = context.browser?.split(', ').at(-1);
  const deviceOSType = system === 'Android' ? 'ANDROID' : system === 'iOS' ? 'IOS' : undefined;
  if (env.BAROCERT_APP_TO_APP !== 'Y' || deviceOSType === undefined) return undefined;
  return { telcoType: networkNames[telcoCd], deviceOSType };
}

type Answered = { sent: Record<string, unknown> } | { refused: CodeMeaning };

/**
 * Runs a call. A refusal whose code has a meaning (BAROCERT_CODES) is an answer, and any other refusal is a fault. Logs the
 * vendor's code in both cases, because no page shows it.
 */
async function refusable(
  env: Env,
  call: 'confirm' | 'outcome',
  { signIn, telcoCd }: RequestOwner,
  send: () => Promise<Record<string, unknown>>,
): Promise<Answered> {
  try {
    return { sent: await send() };
  } catch (failure) {
    if (!(failure instanceof VendorRefusal)) throw failure;
    const refused = env.BAROCERT_CODES?.get(failure.code);
    const level = refused === undefined ? 'error' : 'info';
    log(level, { call, carrier: telcoCd, sign_in: signIn, vendor_code: failure.code, fault: refused });
    if (refused === undefined) throw failure;
    return { refused };
  }
}

function refusedConfirmation(meaning: CodeMeaning): Confirmation {
  if (meaning === 'declined') return { status: 'declined', retryAfter: usualWait };
  if (meaning === 'unconfirmed' || meaning === 'unregistered') return { status: meaning };
  throw new CarrierFault(`is refused by Barocert with a code that BAROCERT_CODES calls ${meaning}`);
}

/** A verification that finds another name or number is a denial, and a request that the vendor knows no longer has expired. */
const refusedOutcome = (meaning: CodeMeaning): FinalOutcome =>
  meaning === 'unconfirmed' || meaning === 'denied' ? { status: 'denied' } : { status: 'expired' };
