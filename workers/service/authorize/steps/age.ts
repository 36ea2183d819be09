import type { Identity } from '../../../../packages/plid/protocol/user-record.ts';

/** Korea's distance from UTC, in milliseconds: a birthday begins at midnight in Korea. */
const koreanTime = 9 * 3_600_000;

/**
 * A person's age in whole years, as Korean law counts it: somebody born on 29 February becomes a year older on 1 March where a year has no such day
 * (Civil Act, Article 160). A birthdate names no century (§2.1): it is the one whose age is nearest to the age group, and without a group
 * the present one. If only the group is known, it is the highest age of the group, or the lowest.
 * @param now in seconds since 1970. @param isCertain whether nobody may count as older than they are sure to be. @returns undefined where nothing is known.
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
