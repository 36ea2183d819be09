import { signJwt } from '../../../packages/plid/crypto/jwt.ts';
import { importSigningKey, type SigningKey } from './event-keys.ts';

/** The events of an application, in the words of the OpenID Foundation. */
const eventTypes = {
  /** The account is deleted, for good (OpenID RISC Profile 1.0 §2.2). */
  'account-purged': 'https://schemas.openid.net/secevent/risc/event-type/account-purged',
  /** All tokens of the user at this application have ended, and with them its access (OpenID OAuth Event Types 1.0). */
  'tokens-revoked': 'https://schemas.openid.net/secevent/oauth/event-type/tokens-revoked',
} as const;
export type SecurityEventType = keyof typeof eventTypes;

/** `logout` ends the person's sessions at a relying party of OpenID Connect, which hears of it in a form of its own (objects/event-message.ts). */
export type EventType = SecurityEventType | 'logout';

/** An event for one application, about a user of its own. */
export type SecurityEvent = {
  /** Unique; the same however often it is sent. */
  jti: string;
  client_id: string;
  type: SecurityEventType;
  /** When it was put on its way, at once or again by an operator, in seconds since 1970. */
  at: number;
  /** When it happened, in milliseconds since 1970, by the real clock. */
  moment: number;
};

/**
 * Signs an event as a Security Event Token (RFC 8417), with the first key. `toe` tells its moment more exactly than `iat`: by it
 * a receiver knows which of the user's sign-ins came later.
 * @param plid whom it is about. @param issuer the service's origin.
 */
export async function signEvent(
  [key]: readonly SigningKey[],
  { jti, client_id, type, at, moment }: SecurityEvent,
  plid: string,
  issuer: string,
): Promise<string> {
  if (key === undefined) throw new Error('There is no key that signs events');
  const sub_id = { format: 'iss_sub', iss: issuer, sub: plid };
  const header = { alg: 'ES256', typ: 'secevent+jwt', kid: key.kid } as const;
  const claims = { iss: issuer, aud: client_id, iat: at, jti, toe: moment / 1000 };
  const events = { [eventTypes[type]]: {} };
  return signJwt(header, { ...claims, sub_id, events }, await importSigningKey(key, false));
}
