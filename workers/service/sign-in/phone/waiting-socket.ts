import { ProtocolError, retryLaterError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { pagesWaitingFor } from '../../objects/waiting-pages.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import type { Transition } from '../flow/transition.ts';
import { signInLimitPeriod } from '../limits/caller-limits.ts';
import { carrierRequestIn } from '../stages/sign-in-stage.ts';

/**
 * Opens a WebSocket for a waiting page if the carrier notifies the service as soon as the phone has responded.
 * Browsers don't apply CORS to WebSockets, and they send cookies even if another site's page opens the WebSocket.
 * Therefore, the service checks `Origin` to identify the page, and the cookie to identify the sign-in. Throws
 * `invalid_item` if either check fails or if the carrier doesn't notify the service. The page then polls.
 */
export async function openWaitingSocket({ env, request, url, signIn }: SignInContext): Promise<Transition> {
  if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket') throw invalid('Upgrade');
  if (request.headers.get('Origin') !== url.origin) throw invalid('Origin');
  const waiting = carrierRequestIn(signIn.stage);
  if (!waiting?.calls) throw invalid('flow');
  const opening = pagesWaitingFor(env, waiting.telcoCd, waiting.requestId).fetch(request);
  const opened = await callObject('opening the socket of a page that waits', opening);
  if (opened.status !== 101) throw retryLaterError(refusals.too_many_requests, signInLimitPeriod, 'sockets');
  return { response: opened };
}

const invalid = (item: string) => new ProtocolError(refusals.invalid_item, { item });
