import { ProtocolError, retryLaterError } from '../../../core/protocol/errors.ts';
import { isUnsupportedCall } from '../../carriers/unsupported-call.ts';
import * as serviceRefusals from '../../protocol/service-refusals.ts';
import { requestCarrierStart } from '../../sign-in/carrier/carrier-calls.ts';
import { deriveRequestId, requesterDetails } from '../../sign-in/carrier/confirmation-request.ts';
import { phoneAppAddress } from '../../sign-in/carrier/phone-app-address.ts';
import type { PhoneEvent } from '../../sign-in/flow/phone-event.ts';
import type { RefusedRequest } from '../../sign-in/flow/refused-request.ts';
import type { SignInContext } from '../../sign-in/flow/sign-in-context.ts';
import { returnParameter, signInPagePath } from '../../sign-in/flow/sign-in-paths.ts';
import { limitSignIns } from '../../sign-in/limits/caller-limits.ts';
import type { OfferedStart } from '../../sign-in/settings/starts-setting.ts';
import type { Attempt } from '../../sign-in/stages/sign-in-cookie-value.ts';
import { type StartedRequest, startedRequestIn } from '../../sign-in/stages/sign-in-stage.ts';
import { returnSecret } from './return-secret.ts';
import { rememberUnsupportedStart } from './supported-starts.ts';

/** Period in which an identical request counts as a second press of the same button, in seconds. */
const repeatPeriod = 10;

/**
 * Asks a carrier for a request that the user opens in the carrier's app. No phone is notified. The request doesn't
 * count toward any number's limit, because the number is known only after the approval. Unknown callers therefore
 * can't block a number's owner from this way to sign in by using up the number's limit. @returns The request, or the
 * reason for a refusal: `too_many_requests`, `carrier_limit`, `start_not_offered`. @throws {ProtocolError}
 * `unavailable`.
 */
export async function requestStartOnce(
  context: SignInContext,
  { telcoCd, way }: OfferedStart,
  attempt: Attempt,
): Promise<{ request: StartedRequest; events?: readonly PhoneEvent[] } | RefusedRequest> {
  const { signIn, application, url, now } = context;
  const latest = startedRequestIn(signIn.stage);
  if (latest?.telcoCd === telcoCd && latest.way === way && now < latest.sent + repeatPeriod)
    return { request: latest };
  const reached = await limitSignIns(context, application.client_id);
  if (reached !== undefined) return { refused: reached };
  const id = await deriveRequestId([attempt.id, telcoCd, way]);
  const returnTo = new URL(signInPagePath('wait', signIn.id), url);
  // A QR code gets no return secret, because the browser of the phone that scans the code doesn't have the
  // sign-in's cookie.
  if (way === 'link') returnTo.searchParams.set(returnParameter, await returnSecret(signIn, id));
  const requester = await requesterDetails(context, false, {
    known: false,
    reused: false,
    matching: true,
  });
  const question = { ...requester, id, telcoCd, way, returnTo: returnTo.href };
  const started = await requestCarrierStart(context, question).catch((failure: unknown) => {
    if (!isUnsupportedCall(failure)) throw failure;
    rememberUnsupportedStart(telcoCd, now);
    return { refused: new ProtocolError(serviceRefusals.start_not_offered, { cause: failure }) };
  });
  if ('refused' in started) return started;
  if (started.status === 'declined')
    return { refused: retryLaterError(serviceRefusals.carrier_limit, started.retryAfter) };
  const { requestId, calls, shown, code, digits } = started;
  const open = way === 'link' ? phoneAppAddress(context, telcoCd, 'open', started.open, 'start') : undefined;
  const request = {
    id,
    telcoCd,
    way,
    requestId,
    sent: now,
    automatic: requester.context.automaticLogin,
    ...(calls && { calls }),
    ...(shown !== undefined && { shown }),
    ...(open !== undefined && { open }),
    ...(way === 'code' && code !== undefined && { code }),
    ...(way === 'code' && digits !== undefined && { digits }),
  };
  return { request, events: [{ name: 'sign_in_started', telcoCd }] };
}
