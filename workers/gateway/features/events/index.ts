import * as v from 'valibot';
import { firstRetryPause } from '../../../core/http/delivery.ts';
import { retryLaterError } from '../../../core/protocol/errors.ts';
import { type Context, endpoint } from '../../../core/worker/endpoint.ts';
import { pick } from '../../../core/worker/settings.ts';
import { bindings } from '../../settings/gateway-bindings.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';
import { serviceSettings } from '../../settings/service-settings.ts';
import type { HandleDeparture } from '../../users/departure.ts';
import { forgetUser } from '../../users/forget-user.ts';
import { readSecurityEventToken } from './read-security-event-token.ts';
import { securityEventError } from './set-error.ts';

const schema = v.object({
  ...pick(bindings, 'HSTS_SUBDOMAINS', 'SESSIONS', 'LOCATION_HINT', 'USER'),
  ...pick(serviceSettings, 'SERVICE_URL', 'JWKS_PATH', 'EVENT_ISSUER', 'SERVICE_TIMEOUT', 'CLIENT_ID'),
});
type EventContext = Context<v.InferOutput<typeof schema>>;

/**
 * Receives a Security Event Token (RFC 8935), ends the user's sessions, and deletes the user. An event may arrive
 * late and more than once. If the application can't handle the event, the service sends it again.
 */
async function receiveEvent(context: EventContext, handle?: HandleDeparture): Promise<Response> {
  const { note } = context;
  const event = await readSecurityEventToken(context);
  const { type, jti, plid, moment } = event;
  note({ jti, security_event: type === 'other' ? 'ignored' : 'taken' });
  if (type !== 'other') {
    // After a deleted account nothing remains, regardless of the service's clock.
    const end = type === 'purged' ? Math.max(moment, Date.now()) : moment;
    note({ sessions: await forgetUser(context, plid, end) });
    // A user who has only ended their sessions is still connected.
    const isHandled = type === 'signed_out' || ((await handle?.(context, { type, plid, moment })) ?? true);
    if (!isHandled) throw retryLaterError(gatewayRefusals.event_not_handled, firstRetryPause);
  }
  return new Response(null, { status: 202 });
}

/** @param handle lets an application in the same Worker handle that a user has left. */
export const eventsEndpoint = (handle?: HandleDeparture) =>
  endpoint(
    'gateway-events',
    schema,
    {
      /** Receives the service's events. */
      'POST /auth/events': (context) => receiveEvent(context, handle),
    },
    { errorPage: securityEventError },
  );

/** Receives the service's events. */
export default eventsEndpoint();
