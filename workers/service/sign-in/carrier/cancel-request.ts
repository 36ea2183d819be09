import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { describeFailure } from '../../../core/worker/log.ts';
import { phoneOf } from '../../objects/phones.ts';
import { readSignIns } from '../cookies/sign-in-cookie.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';
import { type CarrierRequest, carrierRequestIn, phoneRequestIn } from '../stages/sign-in-stage.ts';
import { cancelCarrierRequest } from './carrier-calls.ts';
import { isAwaitingPhone } from './find-open-request.ts';

/**
 * Cancels a sign-in in the phone number's Durable Object. A later approval then has no effect, even with a copy of
 * the cookie that was made before the cancellation. This browser's cookie already contains the cancellation, so
 * the redirect depends on neither storage nor the carrier.
 */
export async function cancelAtPhoneObject(context: SignInContext): Promise<void> {
  const { env, now, signIn, log } = context;
  context.waitUntil(cancelRequest(context));
  const request = phoneRequestIn(signIn.stage);
  if (request === undefined) return;
  const phone = await phoneOf(env, request.phoneNo);
  await callObject('cancelling a sign-in', phone.cancel(signIn.id, now)).catch((failure: unknown) =>
    log('warn', { client_id: signIn.client_id, cancelled: false, cause: describeFailure(failure) }),
  );
}

/**
 * Cancels the sign-in's request at the carrier, unless the phone has answered or another sign-in of this browser
 * waits for the same request. Doesn't delay the response and never throws. @param next The request that supersedes
 * the cancelled request, if any.
 */
export async function cancelRequest(context: SignInContext, next?: CarrierRequest): Promise<void> {
  const { signIn, now } = context;
  const request = carrierRequestIn(signIn.stage);
  if (request === undefined || request.requestId === next?.requestId || !isAwaitingPhone(signIn, now)) return;
  const others = (await readSignIns(context)).filter(({ id }) => id !== signIn.id);
  const isShared = ({ stage }: SignIn) => phoneRequestIn(stage)?.requestId === request.requestId;
  if (others.some((other) => isShared(other) && isAwaitingPhone(other, now))) return;
  await cancelCarrierRequest(context, signIn, request);
}
