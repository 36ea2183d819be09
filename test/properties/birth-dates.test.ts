import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { birthDate, e164, isAtLeast } from '../../packages/plid/fields/index.ts';
import { nastyText } from './arbitraries.ts';

const day = (from: string, to: string) =>
  fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
const leapDays = fc.constantFrom('1904-02-29', '1996-02-29', '2000-02-29', '2024-02-29');
const birth = fc.oneof({ weight: 4, arbitrary: day('1900-01-01', '2099-12-31') }, leapDays);
const present = fc.oneof(
  { weight: 4, arbitrary: day('2000-01-01', '2099-12-31') },
  fc.constantFrom('2025-02-28', '2025-03-01', '2028-02-29'),
);
/** Noon in Korea. */
const noon = (text: string) => new Date(`${text}T03:00:00Z`);

/** The age in whole years, counted from one birthday to the next. */
function ageOn(born: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) >= born.slice(5) ? years : years - 1;
}
const recordOf = (born: string, age: number) => ({
  birthdate: born.slice(2).replaceAll('-', ''),
  agegroup: String(Math.floor(age / 10) * 10),
});

describe('a birth date', () => {
  test('gets the century of its age group, for every day', () => {
    fc.assert(
      fc.property(birth, present, fc.constantFrom(0, 1), (born, today, off) => {
        const age = ageOn(born, today);
        fc.pre(age >= 0 && age + off < 150);
        // Carriers may count by calendar years: a year more than birthdays tell.
        expect(birthDate(recordOf(born, age + off), noon(today))).toBe(born);
      }),
    );
  });

  test('is undefined for another age group, never another date', () => {
    fc.assert(
      fc.property(birth, present, fc.integer({ min: 0, max: 14 }), (born, today, band) => {
        const record = { ...recordOf(born, 0), agegroup: String(band * 10) };
        const found = birthDate(record, noon(today));
        if (found === undefined) return;
        expect(found.slice(2)).toBe(born.slice(2));
        expect(Math.abs(ageOn(found, today) - band * 10 - 4.5)).toBeLessThanOrEqual(6.5);
      }),
    );
  });

  test('is undefined for missing, empty, and invalid values, like its age check', () => {
    const value = fc.oneof(fc.constant(undefined), nastyText('0', '9', '1e1', ' ', '-', '000230', '30'));
    fc.assert(
      fc.property(value, value, (birthdate, agegroup) => {
        const user = { birthdate, agegroup } as { birthdate: string; agegroup: string };
        const found = birthDate(user, noon('2026-11-23'));
        if (found !== undefined)
          expect([`${birthdate}`, found]).toEqual([found.slice(2).replaceAll('-', ''), found]);
        if (found !== undefined) expect(isAtLeast(user, 0, noon('2026-11-23'))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    for (const birthdate of ['990229', '260230', '260431'])
      expect(birthDate({ birthdate, agegroup: '20' }, noon('2026-11-23'))).toBe(undefined);
    for (const agegroup of [' ', '3e1', '030', '35'])
      expect(birthDate({ birthdate: '900101', agegroup }, noon('2026-11-23'))).toBe(undefined);
  });
});

describe('an age check', () => {
  test('counts whole years up to the birthday', () => {
    fc.assert(
      fc.property(birth, present, fc.integer({ min: 0, max: 120 }), (born, today, asked) => {
        const age = ageOn(born, today);
        fc.pre(age >= 0 && age < 150);
        expect(isAtLeast(recordOf(born, age), asked, noon(today))).toBe(age >= asked);
      }),
    );
  });

  test('changes at midnight in Korea, and for 29 February on 1 March', () => {
    const adult = { birthdate: '071123', agegroup: '10' };
    expect(isAtLeast(adult, 19, new Date('2026-11-22T14:59:59Z'))).toBe(false);
    expect(isAtLeast(adult, 19, new Date('2026-11-22T15:00:00Z'))).toBe(true);
    const leap = { birthdate: '080229', agegroup: '10' };
    expect(isAtLeast(leap, 19, noon('2027-02-28'))).toBe(false);
    expect(isAtLeast(leap, 19, noon('2027-03-01'))).toBe(true);
  });
});

test('a number in E.164 is its 11 digits with +82 instead of 0, and others have none', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^01\d{9}$/), (phoneNo) => {
      expect(e164(phoneNo)).toBe(`+82${phoneNo.slice(1)}`);
    }),
  );
  for (const none of [undefined, '', '0212345678', '+1 201 555 0123']) expect(e164(none)).toBe(undefined);
});
