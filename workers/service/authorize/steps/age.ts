import type { Identity } from '../../../../packages/plid/protocol/user-record.ts';

/** Korea's offset from UTC in milliseconds. A birthday starts at midnight in Korea. */
const koreanTime = 9 * 3_600_000;

/**
 * Returns the age in whole years under Korean law, or undefined if neither birthdate nor age group is known. A
 * user who was born on 29 February turns a year older on 1 March in a non-leap year (Civil Act, Article 160). A
 * birthdate contains no century (§2.1). The function picks the century whose age is nearest to the age group.
 * Without an age group, it picks the latest century in which the birthdate isn't in the future. If only the age
 * group is known, the age is the highest of the group, or the lowest with `isCertain`.
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
  const today = new Date(now * 1000 + koreanTime).toISOString().slice(0, 10).replaceAll('-', '');
  const century = Number(today.slice(0, 2));
  const [young = -1, old = 0] = [century, century - 1].map((first) =>
    Math.floor((Number(today) - Number(`${first}${birthdate}`)) / 10_000),
  );
  const middle = (highest ?? 0) - 4.5;
  return young >= 0 && Math.abs(young - middle) <= Math.abs(old - middle) ? young : old;
}
