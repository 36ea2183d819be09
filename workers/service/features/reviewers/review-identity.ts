import type { CarrierCode, Identity } from '../../../core/protocol/user-record.ts';

/** The name marks the user as a review account in both languages. */
const name = '심사 계정 (App Review)';
/** An adult under every Korean age limit. A two-digit year means 1970 until 2069. */
const birthYear = 1970;

/**
 * Returns the made-up identity of a store reviewer. It has no `ci`, because only a real user has one.
 * @param now in seconds since 1970.
 */
export function reviewIdentity(phoneNo: string, telcoCd: CarrierCode, now: number): Identity {
  const age = new Date(now * 1000).getUTCFullYear() - birthYear;
  return {
    phoneNo,
    name,
    gender: 'F',
    agegroup: String(Math.floor(age / 10) * 10),
    birthday: '0101',
    birthdate: `${birthYear % 100}0101`,
    foreign: 'L',
    telcoCd,
  };
}
