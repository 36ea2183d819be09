import { readPhoneNumber } from '../../../core/protocol/phone-number.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { phoneOf } from '../../objects/phones.ts';
import { requestCarrierConfirmation } from '../carrier/carrier-calls.ts';
import { confirmationRequest } from '../carrier/confirmation-request.ts';
import { deriveBytes } from '../carrier/derive-bytes.ts';
import { createNumberMatch } from '../carrier/number-match.ts';
import { phoneAppAddresses } from '../carrier/phone-app-address.ts';
import { readTypedForm } from '../cookies/form-cookie.ts';
import { isKnownBrowser } from '../cookies/known-numbers-cookie.ts';
import type { Claim } from '../entries/claim.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { RequestReservation } from '../limits/request-reservation.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';
import type { PhoneRequest } from '../stages/sign-in-stage.ts';
import { phoneRequestOf } from './phone-request.ts';

/**
 * Number of choices that the phone offers after a mismatch. With more choices, a blind tap is less likely to hit
 * the correct number.
 */
const choices = 5;

/**
 * Sends the request again with other digits after the user has chosen a wrong number. This happens only once per
 * sign-in. The number's object decides whether it's the first time, regardless of what copies of the cookie
 * contain. Repeated calls send the phone one request, with the same digits.
 * @returns The request that supersedes the previous one, or undefined if the wrong number counts as a denial.
 */
export async function retryAfterMismatch(
  context: SignInContext,
  previous: PhoneRequest,
): Promise<PhoneRequest | undefined> {
  const claim = await claimOf(context, previous);
  if (claim === undefined) return undefined;
  const { signIn, env, now } = context;
  const next = `${previous.admission}~`;
  const phone = await phoneOf(env, previous.phoneNo);
  const counting: Promise<boolean> = phone.recordMismatch(previous.admission, next, now);
  if (!(await callObject('counting a number mismatch', counting))) return undefined;
  const attempt = { id: next, match: await matchOf(signIn, next, previous.match) };
  const browser = { known: await isKnownBrowser(context, previous), reused: previous.reused === true };
  const base = await confirmationRequest(context, claim, attempt, browser);
  const question = base.entry === 'choose' ? { ...base, choices } : base;
  const confirmation = await requestCarrierConfirmation(context, question);
  if (confirmation.status !== 'requested') return undefined;
  const reservation = new RequestReservation(context, phone, { id: next, browser });
  const request = phoneRequestOf(question, confirmation, reservation, now);
  reservation.confirm(request);
  return { ...request, ...phoneAppAddresses(context, claim.telcoCd, confirmation), mismatched: true };
}

/** Returns the entries of the previous request. The name comes from this sign-in's form cookie. */
async function claimOf(
  context: SignInContext,
  { phoneNo, telcoCd, mvno = false }: PhoneRequest,
): Promise<Claim | undefined> {
  const { name, phoneNo: typed = '' } = (await readTypedForm(context, context.signIn)).typed;
  const isSame = readPhoneNumber(typed) === phoneNo;
  return name === undefined || telcoCd === undefined || !isSame
    ? undefined
    : { name, phoneNo, telcoCd, mvno };
}

/**
 * Derives unpredictable digits that stay the same if the page is loaded twice. @param previous The previous
 * digits, which are excluded.
 */
async function matchOf(signIn: SignIn, id: string, previous: string): Promise<string> {
  const drawn = new DataView((await deriveBytes(signIn, `digits of ${id}`)).buffer);
  let offset = -4;
  return createNumberMatch(() => {
    offset += 4;
    return drawn.getUint32(offset % drawn.byteLength);
  }, previous);
}
