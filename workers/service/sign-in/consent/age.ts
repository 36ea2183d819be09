import { ageFromBirthdate } from '../../../core/protocol/birth-date.ts';
import type { Identity } from '../../../core/protocol/user-record.ts';

/**
 * Returns the age in whole years under Korean law, or undefined if neither birthdate nor age group is known. If only
 * the age group is known, the age is the highest of the group, or the lowest with `isCertain`.
 * @param now In seconds since 1970.
 * @param isCertain Whether to return the lowest possible age, so that no user counts as older than proven.
 */
export function ageOf(
  { birthdate, agegroup }: Pick<Identity, 'birthdate' | 'agegroup'>,
  now: number,
  isCertain = false,
): number | undefined {
  const highest = agegroup === undefined ? undefined : Number(agegroup) + 9;
  if (birthdate === undefined) return isCertain && highest !== undefined ? highest - 9 : highest;
  return ageFromBirthdate(birthdate, agegroup, new Date(now * 1000)).age;
}
