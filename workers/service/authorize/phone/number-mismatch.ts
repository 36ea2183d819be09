import { readPhoneNumber } from '../../../../packages/plid/protocol/phone-number.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { phoneOf } from '../../shared/phones.ts';
import type { PhoneRequest, SignIn } from '../../shared/sign-in-cookie-value.ts';
import { readTypedForm } from '../cookies/form-cookie.ts';
import { isKnown } from '../cookies/known-numbers-cookie.ts';
import { deriveBytes } from '../sign-in/derive-bytes.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { confirm } from './carrier-calls.ts';
import { type Claim, confirmationRequest } from './confirmation-request.ts';
import { createNumberMatch } from './number-match.ts';
import { phoneAppAddresses } from './phone-app-address.ts';
import { phoneRequestOf } from './phone-request.ts';
import { recordRequest } from './record-request.ts';
import { RequestReservation } from './request-reservation.ts';

/** Among how many numbers the person chooses after a slip: a blind tap is to be right more rarely. */
const choices = 5;

/**
 * The person has chosen a wrong number, as people do: once in a sign-in the phone is asked again at once, with other digits. The number's object
 * decides whether it is the first time, whatever copies of the cookie say. Sent twice it asks once, with the same digits.
 * @returns the request that takes the place of theirs; undefined where the wrong number counts as a denial.
 */
export async function retryAfterMismatch(
  context: SignInContext,
  slipped: PhoneRequest,
): Promise<PhoneRequest | undefined> {
  const claim = await claimOf(context, slipped);
  if (claim === undefined) return undefined;
  const { signIn, env, now } = context;
  const next = `${slipped.admission}~`;
  const phone = await phoneOf(env, slipped.phoneNo);
  const asking: Promise<boolean> = phone.slip(slipped.admission, next, now);
  if (!(await callObject('counting a slip', asking))) return undefined;
  const attempt = { id: next, match: await matchOf(signIn, next, slipped.match) };
  const browser = { known: await isKnown(context, slipped), reused: slipped.reused === true };
  const question = await confirmationRequest(context, claim, attempt, browser);
  const asked = question.entry === 'choose' ? { ...question, choices } : question;
  const confirmation = await confirm(context, asked);
  if (confirmation.status !== 'requested') return undefined;
  recordRequest(context, 'sign_in_slipped', claim);
  const reservation = new RequestReservation(context, phone, { id: next, browser });
  const request = phoneRequestOf(asked, confirmation, reservation, now);
  reservation.confirm(request);
  return { ...request, ...phoneAppAddresses(context, claim.telcoCd, confirmation), slipped: true };
}

/** The question once more: the form of this sign-in is in a cookie beside it. */
async function claimOf(
  context: SignInContext,
  { phoneNo, telcoCd, mvno = false }: PhoneRequest,
): Promise<Claim | undefined> {
  const { name, phoneNo: typed = '' } = (await readTypedForm(context, context.signIn.id)).typed;
  const isSame = readPhoneNumber(typed) === phoneNo;
  return name === undefined || telcoCd === undefined || !isSame
    ? undefined
    : { name, phoneNo, telcoCd, mvno };
}

/** Digits that nobody can tell beforehand, and that are the same where the page is loaded twice. @param slipped the digits that they follow, and never are. */
async function matchOf(signIn: SignIn, id: string, slipped: string): Promise<string> {
  const drawn = new DataView((await deriveBytes(signIn, `digits of ${id}`)).buffer);
  let offset = -4;
  return createNumberMatch(() => {
    offset += 4;
    return drawn.getUint32(offset % drawn.byteLength);
  }, slipped);
}
