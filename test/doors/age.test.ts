import { describe, expect, test } from 'vitest';
import { birthDate, isAtLeast } from '../../packages/plid/fields/index.ts';
import { ageOf } from '../../workers/service/sign-in/consent/age.ts';

const today = '2026-11-23T03:00:00Z';

/** Birth dates with the age at the service and in the package, and the date, if a calendar has it. */
const births: [birthdate: string, agegroup: string, now: string, age: number, date: string | undefined][] = [
  ['900101', '30', today, 36, '1990-01-01'],
  ['000229', '20', today, 26, '2000-02-29'],
  ['120229', '10', '2026-02-28T14:59:59Z', 13, '2012-02-29'],
  ['120229', '10', '2026-02-28T15:00:00Z', 14, '2012-02-29'],
  ['161123', '0', today, 10, '2016-11-23'],
  ['260101', '100', today, 100, '1926-01-01'],
  // Lunar dates were registered for older citizens.
  ['550230', '70', today, 71, undefined],
  ['550230', '70', '2026-03-01T14:59:59Z', 71, undefined],
  ['550230', '70', '2026-02-28T14:59:59Z', 70, undefined],
  ['600431', '60', today, 66, undefined],
  ['260230', '100', today, 100, undefined],
  ['010229', '20', today, 25, undefined],
  ['120931', '10', '2026-09-30T14:59:59Z', 13, undefined],
  ['120931', '10', '2026-09-30T15:00:00Z', 14, undefined],
];

describe.each(births)('a user born %s, of the age group %s, at %s', (birthdate, agegroup, now, age, date) => {
  const user = { birthdate, agegroup };
  const at = new Date(now);

  test(`is ${age} at the service`, () => {
    expect(ageOf(user, at.getTime() / 1000)).toBe(age);
  });

  test(`is ${age} in the package, born ${date}`, () => {
    expect([isAtLeast(user, age, at), isAtLeast(user, age + 1, at)]).toEqual([true, false]);
    expect(birthDate(user, at)).toBe(date);
  });
});
