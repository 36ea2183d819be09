import * as v from 'valibot';
import { type Context, endpoint } from '../../../core/worker/endpoint.ts';
import { pick } from '../../../core/worker/settings.ts';
import { bindings } from '../../settings/gateway-bindings.ts';
import { serviceSettings } from '../../settings/service-settings.ts';
import { forgetUser } from '../../users/forget-user.ts';
import { readSecurityEventToken, type ServiceEvent } from './read-security-event-token.ts';
import { securityEventError } from './set-error.ts';

const schema = v.object({
  ...pick(bindings, 'HSTS_SUBDOMAINS', 'SESSIONS', 'LOCATION_HINT', 'USER'),
  ...pick(serviceSettings, 'SERVICE_URL', 'JWKS_PATH', 'EVENT_ISSUER', 'SERVICE_TIMEOUT', 'CLIENT_ID'),
});
type EventContext = Context<v.InferOutput<typeof schema>>;

/**
 * Event type for a permanently deleted account. The account's plid is never reused (OpenID RISC Profile 1.0 §2.2).
 */
const purged = 'https://schemas.openid.net/secevent/risc/event-type/account-purged';
/**
 * Event type for a user who was disconnected at the gateway or elsewhere. The user may have signed in again since
 * then (OpenID OAuth Event Types 1.0).
 */
const revoked = 'https://schemas.openid.net/secevent/oauth/event-type/tokens-revoked';

/**
 * Returns an event's cutoff time. The event ends the user's sessions that began at or before this time. For a
 * deleted account, the cutoff is at least the current time, regardless of the service's clock.
 * @returns undefined if the event has another type.
 */
function sessionsEndedUntil({ types, moment }: ServiceEvent): number | undefined {
  if (types.includes(purged)) return Math.max(moment, Date.now());
  return types.includes(revoked) ? moment : undefined;
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
