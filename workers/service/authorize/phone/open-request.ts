import { phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import type { PhoneRequest, SignIn } from '../../shared/sign-in-cookie-value.ts';
import { readSignIns } from '../cookies/sign-in-cookie.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { outcomeOf } from './carrier-calls.ts';

/** Whether the phone may still answer for a sign-in. @param now in seconds since 1970. */
export function isWaiting({ phone, start, plid, granted, cancelled }: SignIn, now: number): boolean {
  const asked = phone ?? start;
  const isOpen = asked !== undefined && now < asked.sent + phoneRequestLifetime;
  return isOpen && ![plid, granted, cancelled].some((end) => end !== undefined);
}

/** The same number sent again within this time, in seconds, is the same form sent twice: no new request is made. */
const repeatPeriod = 10;

const isSentJustNow = ({ now }: SignInContext, { sent }: PhoneRequest): boolean => now < sent + repeatPeriod;

/** Whether another request may take the place of one: it was not sent just now, and nobody has answered it. */
export async function mayReplace(context: SignInContext, phone: PhoneRequest): Promise<boolean> {
  if (isSentJustNow(context, phone)) return false;
  const { status } = await outcomeOf(context, context.signIn, phone);
  return status === 'pending' || status === 'expired';
}

/**
 * The open request of this browser to a phone for the same application, from this sign-in or an earlier one; also one of this sign-in that was sent
 * just now. It is reused, since the person must not find two requests with two numbers on the phone.
 */
export async function findOpenRequest(
  context: SignInContext,
  phoneNo: string,
): Promise<PhoneRequest | undefined> {
  const { signIn, now } = context;
  if (signIn.phone?.phoneNo === phoneNo && isSentJustNow(context, signIn.phone)) return signIn.phone;
  const isOpen = (other: SignIn): boolean =>
    other.client_id === signIn.client_id && other.phone?.phoneNo === phoneNo && isWaiting(other, now);
  const [latest] = (await readSignIns(context))
    .filter(isOpen)
    .sort((left, right) => (right.phone?.sent ?? 0) - (left.phone?.sent ?? 0));
  if (latest?.phone === undefined) return undefined;
  const { status } = await outcomeOf(context, latest, latest.phone);
  return status === 'pending' ? latest.phone : undefined;
}
