import { toBase64, utf8 } from '../workers/core/crypto/bytes.ts';
import { attributes, type Identity, sampleIdentity } from '../workers/core/protocol/user-record.ts';
import type { Subscriber } from './subscriber.ts';

/** Returns the identity that a carrier reports for a subscriber (§2.1). @param now in seconds since 1970. */
export async function subscriberIdentity(subscriber: Subscriber, now: number): Promise<Identity> {
  const { birthdate } = subscriber;
  const derived = {
    ci: await ciOf(subscriber),
    agegroup: agegroupOf(birthdate, now),
    birthday: birthdate.slice(2),
  };
  const identity: Identity = { ...sampleIdentity(), ...subscriber, ...derived };
  return Object.fromEntries(attributes.map((attribute) => [attribute, identity[attribute]]));
}

/**
 * Derives 88 characters of Base64 from a subscriber's name and birthdate. The result is the same for all phone
 * numbers of a user, and differs if another user takes over a number.
 */
async function ciOf({ name, birthdate }: Subscriber): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-512', utf8(`plid sandbox ci ${name} ${birthdate}`));
  return toBase64(new Uint8Array(digest));
}

/**
 * Korea's offset from UTC, in milliseconds. Ages are calculated in Korean time because a birthday begins at
 * midnight in Korea.
 */
const koreanTime = 9 * 3_600_000;

/**
 * Returns the lower end of a user's age band (§2.1). Two-digit years up to the current one belong to this century.
 * @param birthdate YYMMDD. @param now in seconds since 1970.
 */
export function agegroupOf(birthdate: string, now: number): string {
  const today = new Date(now * 1000 + koreanTime);
  const year = today.getUTCFullYear();
  const born = Number(birthdate.slice(0, 2));
  const age = year - (born <= year % 100 ? 2000 + born : 1900 + born);
  const hadBirthday = today.toISOString().slice(5, 10).replace('-', '') >= birthdate.slice(2);
  return String(Math.floor(Math.max(0, hadBirthday ? age : age - 1) / 10) * 10);
}
