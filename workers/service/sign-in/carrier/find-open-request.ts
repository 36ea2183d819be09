import { phoneRequestLifetime } from '../../settings/service-lifetimes.ts';
import { readSignIns } from '../cookies/sign-in-cookie.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';
import { type PhoneRequest, phoneRequestIn } from '../stages/sign-in-stage.ts';
import { requestCarrierOutcome } from './carrier-calls.ts';

/** Whether a sign-in is still waiting for the phone's response. @param now In seconds since 1970. */
export const isAwaitingPhone = ({ stage }: SignIn, now: number): boolean =>
  stage.at === 'asked' && stage.method !== 'review' && now < stage.request.sent + phoneRequestLifetime;

/**
 * Period in which a form with the same number counts as the same form sent twice, in seconds. No new request is
 * sent in this period.
 */
const repeatPeriod = 10;

const isSentJustNow = ({ now }: SignInContext, { sent }: PhoneRequest): boolean => now < sent + repeatPeriod;

/**
 * Whether a new request may supersede the open request `phone`. True if the open request wasn't sent within
 * `repeatPeriod` and hasn't been answered.
 */
export async function maySupersedeOpenRequest(context: SignInContext, phone: PhoneRequest): Promise<boolean> {
  if (isSentJustNow(context, phone)) return false;
  const { status } = await requestCarrierOutcome(context, context.signIn, phone);
  return status === 'pending' || status === 'expired';
}

/**
 * Returns this browser's open request to a phone for the same application, from this sign-in or from an earlier
 * sign-in. The request is reused, so that the phone never shows two requests with different digits. A request that
 * this sign-in sent within `repeatPeriod` is returned even if it's no longer open.
 */
export async function findOpenRequest(
  context: SignInContext,
  phoneNo: string,
): Promise<PhoneRequest | undefined> {
  const { signIn, now } = context;
  const own = phoneRequestIn(signIn.stage);
  if (own?.phoneNo === phoneNo && isSentJustNow(context, own)) return own;
  const [latest] = (await readSignIns(context))
    .filter((other) => other.client_id === signIn.client_id && isAwaitingPhone(other, now))
    .map((other) => ({ other, phone: phoneRequestIn(other.stage) }))
    .filter(({ phone }) => phone?.phoneNo === phoneNo)
    .sort((left, right) => (right.phone?.sent ?? 0) - (left.phone?.sent ?? 0));
  if (latest?.phone === undefined) return undefined;
  const { status } = await requestCarrierOutcome(context, latest.other, latest.phone);
  return status === 'pending' ? latest.phone : undefined;
}
