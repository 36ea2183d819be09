import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { describeFailure } from '../../../core/worker/log.ts';
import { phoneOf } from '../../shared/phones.ts';
import type { CarrierRequest } from '../../shared/sign-in-cookie-value.ts';
import { readSignIns } from '../cookies/sign-in-cookie.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { cancel } from './carrier-calls.ts';
import { isWaiting } from './open-request.ts';

/**
 * The person has cancelled a sign-in: an approval of it is worth nothing from now on, whoever holds an early copy of its cookie. The cookie
 * of this browser says so already, so that the way back does not wait for storage that fails, nor for the carrier.
 */
export async function cancelAtPhone(context: SignInContext): Promise<void> {
  const { env, now, signIn, log } = context;
  context.waitUntil(cancelRequest(context));
  if (signIn.phone === undefined) return;
  const phone = await phoneOf(env, signIn.phone.phoneNo);
  await callObject('cancelling a sign-in', phone.cancel(signIn.id, now)).catch((failure: unknown) =>
    log('warn', { client_id: signIn.client_id, cancelled: false, cause: describeFailure(failure) }),
  );
}

/**
 * Tells the carrier that nobody waits for the request of a sign-in any more, unless the phone has answered or another sign-in of this
 * browser waits for the same one. Done beside the answer: it never throws.
 * @param next the request that takes its place, if there is one.
 */
export async function cancelRequest(context: SignInContext, next?: CarrierRequest): Promise<void> {
  const { signIn, now } = context;
  const asked = signIn.phone ?? signIn.start;
  if (asked === undefined || asked.requestId === next?.requestId || !isWaiting(signIn, now)) return;
  const others = (await readSignIns(context)).filter(({ id }) => id !== signIn.id);
  if (others.some((other) => other.phone?.requestId === asked.requestId && isWaiting(other, now))) return;
  await cancel(context, signIn, asked);
}
