import type { UserRecord } from '../../../packages/plid/protocol/user-record.ts';
import type { Scope } from './scopes.ts';

/** The claims of a person (OpenID Connect Core 1.0 §5.1) that an application reads. One without a value is absent, never empty. */
export interface Claims {
  name?: string;
  gender?: 'female' | 'male';
  /** YYYY-MM-DD. */
  birthdate?: string;
  /** E.164. */
  phone_number?: string;
  phone_number_verified?: true;
  /** For products that need an address: it takes no mail, and belongs to nobody else (RFC 6761 §6.4). */
  email?: string;
  email_verified?: false;
}

/**
 * The claims of a user record, decrypted, for some scopes. A record without attributes, as that of an automatic login, gives none of the person.
 * @param now in seconds since 1970.
 */
export function claimsOf(
  { plid, name, gender, phoneNo, birthdate, agegroup }: UserRecord,
  scopes: ReadonlySet<string>,
  now: number,
): Claims {
  const has = (scope: Scope) => scopes.has(scope);
  const born = has('profile') ? birthDate(birthdate, agegroup, now) : undefined;
  return {
    ...(has('profile') && name && { name }),
    ...(has('profile') && gender && { gender: gender === 'F' ? 'female' : 'male' }),
    ...(born && { birthdate: born }),
    ...(has('phone') && phoneNo && { phone_number: `+82${phoneNo.slice(1)}`, phone_number_verified: true }),
    ...(has('email') && { email: `${plid}@plid.invalid`, email_verified: false }),
  };
}

/** How far an age may lie beside its band, in years: carriers count bands by birthdays or by calendar years. */
const tolerance = 2;

/** Korea's distance from UTC, in milliseconds. */
const koreanTime = 9 * 3_600_000;

/** The day of birth with its century, which the age group tells (§2.1); undefined where it is not certain, or no day of a calendar. */
function birthDate(birthdate: string | undefined, agegroup: string | undefined, now: number) {
  if (!birthdate || !agegroup) return undefined;
  const today = new Date(now * 1000 + koreanTime).toISOString().slice(0, 10).replaceAll('-', '');
  const century = Number(today.slice(0, 2));
  const [lowest, highest] = [Number(agegroup) - tolerance, Number(agegroup) + 9 + tolerance];
  const [found] = [century, century - 1].filter((first) => {
    const age = Math.floor((Number(today) - Number(`${first}${birthdate}`)) / 10_000);
    return age >= 0 && age >= lowest && age <= highest;
  });
  const day = `${found}${birthdate}`.replace(/^(....)(..)(..)$/, '$1-$2-$3');
  const parsed = new Date(`${day}T00:00:00Z`);
  return found !== undefined && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day)
    ? day
    : undefined;
}
