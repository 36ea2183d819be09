import { ProtocolError, retryLaterError } from '../../../core/protocol/errors.ts';
import * as serviceRefusals from '../../shared/service-refusals.ts';
import type { Attempt } from '../../shared/sign-in-cookie-value.ts';
import { type StartedRequest, startedRequestIn } from '../../shared/sign-in-stage.ts';
import { isUnsupportedCall } from '../../shared/unsupported-call.ts';
import { requestCarrierStart } from '../phone/carrier-calls.ts';
import { deriveRequestId, requesterDetails } from '../phone/confirmation-request.ts';
import { phoneAppAddress } from '../phone/phone-app-address.ts';
import { limitSignIns } from '../phone/sign-in-limits.ts';
import type { OfferedStart } from '../sign-in/configured-starts.ts';
import { logPhoneRequest } from '../sign-in/log-phone-request.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { signInPagePath } from '../sign-in/sign-in-paths.ts';
import { returnParameter, returnSecret } from './return-secret.ts';
import { rememberUnsupportedStart } from './supported-starts.ts';

/** Period in which an identical request counts as a second press of the same button, in seconds. */
const repeatPeriod = 10;

/**
 * Asks a carrier for a request that the user opens in the carrier's app. No phone is notified. The request doesn't
 * count toward any number's limit, because the number is known only after the approval. Unknown callers therefore
 * can't block a number's owner from this way to sign in by using up the number's limit. @throws {ProtocolError}
 * `too_many_requests`, `carrier_limit`, `start_not_offered`, `unavailable`.
 */
export async function requestStartOnce(
  context: SignInContext,
  { telcoCd, way }: OfferedStart,
  attempt: Attempt,
): Promise<StartedRequest> {
  const { signIn, application, url, now } = context;
  const latest = startedRequestIn(signIn.stage);
  if (latest?.telcoCd === telcoCd && latest.way === way && now < latest.sent + repeatPeriod) return latest;
  await limitSignIns(context, application.client_id);
  const id = await deriveRequestId([attempt.id, telcoCd, way]);
  const returnTo = new URL(signInPagePath('wait', signIn.id), url);
  // A QR code gets no return secret, because the browser of the phone that scans the code doesn't have the
  // sign-in's cookie.
  if (way === 'link') returnTo.searchParams.set(returnParameter, await returnSecret(signIn, id));
  const requester = await requesterDetails(context, { known: false, reused: false });
  const question = { ...requester, id, telcoCd, way, returnTo: returnTo.href };
  const started = await requestCarrierStart(context, question).catch((failure: unknown) => {
    if (!isUnsupportedCall(failure)) throw failure;
    rememberUnsupportedStart(telcoCd, now);
    throw new ProtocolError(serviceRefusals.start_not_offered, { cause: failure });
  });
  if (started.status === 'declined') throw retryLaterError(serviceRefusals.carrier_limit, started.retryAfter);
  logPhoneRequest(context, { name: 'sign_in_started', telcoCd });
  const { requestId, calls, shown, code, digits } = started;
  const open = way === 'link' ? phoneAppAddress(context, telcoCd, 'open', started.open, 'start') : undefined;
  return {
    ...{ id, telcoCd, way, requestId, sent: now, automatic: requester.context.automaticLogin },
    ...(calls && { calls }),
    ...(shown !== undefined && { shown }),
    ...(open !== undefined && { open }),
    ...(way === 'code' && code !== undefined && { code }),
    ...(way === 'code' && digits !== undefined && { digits }),
  };
}
