import * as v from 'valibot';
import { readParameters } from '../../../core/protocol/parameters.ts';
import { type Context, endpoint } from '../../../core/worker/endpoint.ts';
import { pick } from '../../../core/worker/settings.ts';
import { disconnectFailure, incompleteDisconnection } from '../../errors/failure-page.tsx';
import { refuseForeignForm } from '../../flow/own-pages.ts';
import { checkReturnPath } from '../../flow/request-checks.ts';
import type { Departure } from '../../objects/user-tables.ts';
import { findLiveSession, noSessionError } from '../../sessions/live-session.ts';
import { clearedSessionCookie } from '../../sessions/session-token.ts';
import { sessionsEndedResponse } from '../../sessions/sessions-ended-response.ts';
import { bindings } from '../../settings/gateway-bindings.ts';
import { gatewayEvents } from '../../settings/gateway-events.ts';
import { pageSettings } from '../../settings/page-settings.ts';
import { serviceSettings } from '../../settings/service-settings.ts';
import { disconnectUser } from '../../upstream/service-calls.ts';
import { UpstreamFailure } from '../../upstream/upstream-failure.ts';
import type { HandleDeparture } from '../../users/departure.ts';
import { forgetUser } from '../../users/forget-user.ts';

const schema = v.object({
  ...pick(bindings, 'KEYS', 'GATEWAY_ORIGIN', 'HSTS_SUBDOMAINS', 'SESSIONS', 'LOCATION_HINT', 'USER'),
  ...pick(serviceSettings, 'SERVICE_URL', 'DISCONNECT_PATH', 'SERVICE_TIMEOUT', 'CLIENT_ID', 'CLIENT_SECRET'),
  ...pageSettings,
});
type DisconnectContext = Context<v.InferOutput<typeof schema>>;

/**
 * Disconnects the signed-in user at the service (§4.4) and then deletes the user's record and sessions at the
 * gateway. @param handle lets an application in the same Worker delete its data.
 */
async function disconnect(context: DisconnectContext, handle?: HandleDeparture): Promise<Response> {
  const { request, url, env } = context;
  refuseForeignForm(context);
  const parameters = await readParameters(request);
  const address = checkReturnPath(parameters.optional('return_to'), env.GATEWAY_ORIGIN);
  const current = await findLiveSession(context);
  if (current === undefined) throw noSessionError();
  const { plid } = current;
  await disconnectAtService(context, plid);
  const departure = handle && (await departureOf(context, plid));
  const ended = await forgetUser(context, plid, departure?.moment, departure);
  gatewayEvents.record(context, 'disconnected', { plid, sessions: ended });
  const answer = { disconnected: true, ended };
  const left = { address, answer, cookies: [clearedSessionCookie(url)] };
  const isHandled = departure === undefined || (await handle?.(context, departure));
  return isHandled ? sessionsEndedResponse(request, left) : incompleteDisconnection(context, left);
}

async function departureOf({ env }: DisconnectContext, plid: string): Promise<Departure> {
  const [person] = await gatewayEvents.pseudonyms(env.KEYS, plid);
  return { type: 'disconnected', plid, moment: Date.now(), person };
}

/**
 * Disconnects the user at the service. A 400 `invalid_request` means that the plid isn't connected, because the
 * user has already left or an earlier attempt reached this step. In both cases, the gateway still deletes the
 * user.
 */
async function disconnectAtService({ env, note }: DisconnectContext, plid: string): Promise<void> {
  try {
    await disconnectUser(env, plid);
  } catch (failure) {
    const refusal = failure instanceof UpstreamFailure ? failure.serviceRefusal : undefined;
    if (refusal?.status !== 400 || refusal.error !== 'invalid_request') throw failure;
    note({ disconnected: 'before' });
  }
}

/** @param handle lets an application in the same Worker handle that a user has left. */
export const disconnectEndpoint = (handle?: HandleDeparture) =>
  endpoint(
    'gateway-disconnect',
    schema,
    {
      /** Disconnects the user at the service (§4.4), ends their sessions, and deletes their data. */
      'POST /auth/disconnect': (context) => disconnect(context, handle),
    },
    { errorPage: disconnectFailure },
  );

/** Disconnects a user. */
export default disconnectEndpoint();
