import { ProtocolError, retryLaterError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import type { Handler } from '../../../core/worker/endpoint.ts';
import { pagesWaitingFor } from '../../shared/waiting-pages.ts';
import { limitPeriod } from '../phone/sign-in-limits.ts';
import type { Env } from '../sign-in/authorize-settings.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { duringSignIn } from '../sign-in/sign-in-handlers.ts';

/**
 * The socket of a page that waits, for a carrier that calls as soon as the phone has answered. A browser asks no policy before it opens one
 * from another site's page, and sends cookies along: `Origin` says whose page it is, and the cookie whose sign-in. It throws `invalid_item`
 * otherwise, and where nobody will call: the page then asks.
 */
export const openWaitingSocket: Handler<Env> = (context) => {
  const { headers } = context.request;
  if (headers.get('Upgrade')?.toLowerCase() !== 'websocket') throw invalid('Upgrade');
  if (headers.get('Origin') !== context.url.origin) throw invalid('Origin');
  return openSocket(context);
};

const openSocket = duringSignIn(async ({ env, request, signIn }: SignInContext) => {
  const asked = signIn.phone ?? signIn.start;
  if (asked?.telcoCd === undefined || !asked.calls) throw invalid('flow');
  const opening = pagesWaitingFor(env, asked.telcoCd, asked.requestId).fetch(request);
  const opened = await callObject('opening the socket of a page that waits', opening);
  if (opened.status !== 101) throw retryLaterError(refusals.too_many_requests, limitPeriod, 'sockets');
  return opened;
});

const invalid = (item: string) => new ProtocolError(refusals.invalid_item, { item });
