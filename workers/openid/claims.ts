import { birthDate } from '../core/protocol/birth-date.ts';
import { e164 } from '../core/protocol/e164.ts';
import type { UserRecord } from '../core/protocol/user-record.ts';
import type { Scope } from './scopes.ts';

/**
 * The claims of a user (OpenID Connect Core 1.0 §5.1) that an application reads. Claims without a value are
 * omitted, never empty.
 */
export interface Claims {
  name?: string;
  gender?: 'female' | 'male';
  /** YYYY-MM-DD. */
  birthdate?: string;
  /** E.164. */
  phone_number?: string;
  phone_number_verified?: true;
  /**
   * A placeholder address for products that require an email address. It receives no mail and belongs to no other
   * user (RFC 6761 §6.4).
   */
  email?: string;
  email_verified?: false;
}

/**
 * Returns the claims from a decrypted user record that belong to the given scopes. A record of an automatic login
 * has no attributes and yields no claims about the user. @param now in seconds since 1970.
 */
export function claimsOf(
  { plid, name, gender, phoneNo, birthdate, agegroup }: UserRecord,
  scopes: ReadonlySet<string>,
  now: number,
): Claims {
  const has = (scope: Scope) => scopes.has(scope);
  const born = has('profile') ? birthDate({ birthdate, agegroup }, new Date(now * 1000)) : undefined;
  const phone = has('phone') ? e164(phoneNo) : undefined;
  return {
    ...(has('profile') && name && { name }),
    ...(has('profile') && gender && { gender: gender === 'F' ? 'female' : 'male' }),
    ...(born && { birthdate: born }),
    ...(phone && { phone_number: phone, phone_number_verified: true }),
    ...(has('email') && { email: `${plid}@plid.invalid`, email_verified: false }),
  };
}
