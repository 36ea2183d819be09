import { isSignedBy, readJwt, type UnverifiedJwt } from '../../../workers/core/crypto/jwt.ts';
import { securityEventTypes } from '../../../workers/core/protocol/security-events.ts';
import { isObject } from '../fields/read-record.ts';
import { EventError } from './event-error.ts';
import { clockTolerance, eventDeliveryLifetime } from './event-lifetimes.ts';

/** What happened to a user of the service. `other`: an event type that this release doesn't know. */
type EventType = 'disconnected' | 'purged' | 'signed_out' | 'other';

/** A verified event about one user. */
export interface VerifiedEvent {
  type: EventType;
  plid: string;
  jti: string;
  /** Time of the event, in milliseconds since 1970. */
  moment: number;
}

/** Whose events are accepted. */
export interface ExpectedEvent {
  /** `iss` of the service's events. */
  issuer: string;
  /** The application's client ID. */
  audience: string;
  /** In seconds since 1970. */
  now: number;
  /** Returns the service's public key with an ID, or undefined if the service doesn't publish it. */
  findKey(kid: string): Promise<CryptoKey | undefined>;
}

/**
 * Verifies a Security Event Token (RFC 8417) from the service. All checks that need no key come first.
 * @param text undefined if the body is too long or has another media type. @throws {EventError} or what `findKey`
 * throws.
 */
export async function verifyEvent(
  text: string | undefined,
  { issuer, audience, now, findKey }: ExpectedEvent,
): Promise<VerifiedEvent> {
  const { token, kid, claims } = parse(text?.trim() ?? '');
  const { iss, aud, iat, jti, toe, sub_id, events } = claims;
  if (iss !== issuer || sub_id.iss !== issuer) throw new EventError('event_of_other_issuer');
  if (![aud].flat().includes(audience)) throw new EventError('event_for_other_audience');
  if (iat > now + clockTolerance || iat <= now - eventDeliveryLifetime)
    throw new EventError('event_of_other_time');
  const key = await findKey(kid);
  if (key === undefined) throw new EventError('event_key_unknown');
  if (!(await isSignedBy(key, token))) throw new EventError('event_forged');
  // If `toe` is missing, the event's time is the end of the second in `iat`. Everything that began before that
  // time counts as earlier than the event.
  const moment = Math.floor(toe === undefined ? iat * 1000 + 999 : toe * 1000);
  return { type: typeOf(Object.keys(events)), plid: sub_id.sub, jti, moment };
}

/** The only place that says which event means what. If an event has several types, the first one of these counts. */
const meanings = [
  [securityEventTypes['account-purged'], 'purged'],
  [securityEventTypes['tokens-revoked'], 'disconnected'],
  [securityEventTypes['session-revoked'], 'signed_out'],
] as const;

const typeOf = (types: readonly string[]): EventType =>
  meanings.find(([uri]) => types.includes(uri))?.[1] ?? 'other';

interface EventClaims {
  iss: string;
  aud: string | readonly string[];
  iat: number;
  jti: string;
  toe?: number;
  sub_id: { iss: string; sub: string };
  events: Record<string, object>;
}

/** @throws {EventError} `event_malformed` if the text isn't a Security Event Token about a user. */
function parse(text: string): { token: UnverifiedJwt; kid: string; claims: EventClaims } {
  try {
    const token = readJwt(text);
    const { header, claims } = token;
    if (isHeader(header) && isClaims(claims)) return { token, kid: header.kid, claims };
  } catch {
    // The text isn't a JWT.
  }
  throw new EventError('event_malformed');
}

/** `crit` lists required extensions (RFC 7515 §4.1.11). None is supported. */
const isHeader = (header: unknown): header is { kid: string } =>
  isObject(header) &&
  header.alg === 'ES256' &&
  typeof header.kid === 'string' &&
  typeof header.typ === 'string' &&
  /^(?:application\/)?secevent\+jwt$/i.test(header.typ) &&
  !('crit' in header);

function isClaims(claims: unknown): claims is EventClaims {
  if (!isObject(claims)) return false;
  const { iss, aud, iat, jti, toe, sub_id, events } = claims;
  const isForAudience = typeof aud === 'string' || (Array.isArray(aud) && aud.every(isText));
  const isTimed = isTime(iat) && (toe === undefined || isTime(toe));
  return isText(iss) && isForAudience && isTimed && isName(jti) && isSubject(sub_id) && isEvents(events);
}

const isSubject = (subject: unknown): boolean =>
  isObject(subject) && subject.format === 'iss_sub' && isText(subject.iss) && isName(subject.sub);

const isEvents = (events: unknown): boolean =>
  isObject(events) && !Array.isArray(events) && Object.values(events).every(isObject);

const isText = (value: unknown): value is string => typeof value === 'string';
const isName = (value: unknown): boolean => isText(value) && /^[\x21-\x7e]{1,128}$/.test(value);
/** Whether a value is a time in seconds since 1970. */
const isTime = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0;
