import { signJwt } from '../../core/crypto/jwt.ts';
import { securityEventTypes } from '../../core/protocol/security-events.ts';
import { importSigningKey, type SigningKey } from '../settings/event-keys.ts';

export type SecurityEventType = keyof typeof securityEventTypes;

/**
 * `logout` ends the user's sessions at a relying party. It is delivered in another format
 * (features/events/deliver-event.ts).
 */
export type EventType = SecurityEventType | 'logout';

/** An event about a user, for one application. */
export type SecurityEvent = {
  /** Unique id of the event, which is the same for every attempt. */
  jti: string;
  client_id: string;
  type: SecurityEventType;
  /** When the event was queued, initially or for redelivery, in seconds since 1970. */
  at: number;
  /** When the event occurred, in milliseconds since 1970, by the real clock. */
  moment: number;
};

/**
 * Signs a Security Event Token (RFC 8417) with the first key. `toe` is more precise than `iat`, so a receiver can
 * recognize which sign-ins came later. @param plid the user of the event. @param issuer the service's origin.
 */
export async function signEvent(
  [key]: readonly SigningKey[],
  { jti, client_id, type, at, moment }: SecurityEvent,
  plid: string,
  issuer: string,
): Promise<string> {
  if (key === undefined) throw new Error('There is no key for signing events');
  const sub_id = { format: 'iss_sub', iss: issuer, sub: plid };
  const header = { alg: 'ES256', typ: 'secevent+jwt', kid: key.kid } as const;
  const claims = { iss: issuer, aud: client_id, iat: at, jti, toe: moment / 1000 };
  const events = { [securityEventTypes[type]]: {} };
  return signJwt(header, { ...claims, sub_id, events }, await importSigningKey(key, false));
}
