import * as v from 'valibot';
import type { VerifiedEvent } from '../../../../packages/plid/events/verify-event.ts';
import { type Context, endpoint } from '../../../core/worker/endpoint.ts';
import { pick } from '../../../core/worker/settings.ts';
import { bindings } from '../../settings/gateway-bindings.ts';
import { serviceSettings } from '../../settings/service-settings.ts';
import { forgetUser } from '../../users/forget-user.ts';
import { readSecurityEventToken } from './read-security-event-token.ts';
import { securityEventError } from './set-error.ts';

const schema = v.object({
  ...pick(bindings, 'HSTS_SUBDOMAINS', 'SESSIONS', 'LOCATION_HINT', 'USER'),
  ...pick(serviceSettings, 'SERVICE_URL', 'JWKS_PATH', 'EVENT_ISSUER', 'SERVICE_TIMEOUT', 'CLIENT_ID'),
});
type EventContext = Context<v.InferOutput<typeof schema>>;

/**
 * Returns an event's cutoff time. The event ends the user's sessions that began at or before this time. For a
 * deleted account, the cutoff is at least the current time, regardless of the service's clock.
 * @returns undefined if the event has another type.
 */
function sessionsEndedUntil({ type, moment }: VerifiedEvent): number | undefined {
  if (type === 'purged') return Math.max(moment, Date.now());
  return type === 'disconnected' ? moment : undefined;
}

/**
 * Receives a Security Event Token (RFC 8935), ends the user's sessions, and deletes the user. An event may arrive
 * late and more than once.
 */
async function receiveEvent(context: EventContext): Promise<Response> {
  const { note } = context;
  const event = await readSecurityEventToken(context);
  const end = sessionsEndedUntil(event);
  note({ jti: event.jti, security_event: end === undefined ? 'ignored' : 'taken' });
  if (end !== undefined) {
    note({ sessions: await forgetUser(context, event.plid, end) });
  }
  return new Response(null, { status: 202 });
}

/** Receives the service's events. */
export default endpoint(
  'gateway-events',
  schema,
  {
    /** Receives the service's events. */
    'POST /auth/events': receiveEvent,
  },
  { errorPage: securityEventError },
);
