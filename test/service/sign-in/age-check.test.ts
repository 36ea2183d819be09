import { expect, test } from 'vitest';
import { defaultFields } from '../../../workers/service/registry/application-fields.ts';
import { ageOf } from '../../../workers/service/sign-in/consent/age.ts';
import { ageCheckResult } from '../../../workers/service/sign-in/consent/refuse-minor.ts';

const today = '2026-11-23T03:00:00Z';

test.each([
  // The day before the birthday, and the day itself, in Korea.
  ['121124', '10', today, 13],
  ['121123', '10', today, 14],
  ['121123', '10', '2026-11-22T14:59:59Z', 13],
  ['121123', '10', '2026-11-22T15:00:00Z', 14],
  // Born on a leap day: older on 1 March, and on the day itself where there is one.
  ['120229', '10', '2026-02-28T14:59:59Z', 13],
  ['120229', '10', '2026-02-28T15:00:00Z', 14],
  ['080229', '10', '2024-02-28T15:00:00Z', 16],
  // The age group determines the century.
  ['160301', '10', today, 10],
  ['160301', '110', today, 110],
  ['260101', '0', today, 0],
  ['260101', '100', today, 100],
  ['991231', '20', today, 26],
  // Neither century matches: a birth date in the future belongs to the last century.
  ['261124', undefined, today, 99],
  ['261124', '0', today, 99],
  // Without a group it is this century.
  ['160301', undefined, today, 10],
  ['900101', undefined, today, 36],
  // A group of yesterday, on the birthday.
  ['161123', '0', today, 10],
  // Only the group: its highest age.
  [undefined, '0', today, 9],
  [undefined, '10', today, 19],
  [undefined, undefined, today, undefined],
])('a user born %s, of the age group %s, on %s: %s', (birthdate, agegroup, time, age) => {
  const identity = { ...(birthdate && { birthdate }), ...(agegroup && { agegroup }) };
  expect(ageOf(identity, Date.parse(time) / 1000)).toBe(age);
});

test.each([
  [{}, undefined, undefined],
  [{ age_required: true }, undefined, 'refused'],
  [{ age_required: true }, 14, undefined],
  [{ age_required: true, minimum_age: 0 }, undefined, undefined],
  [{ age_required: true, guardian_consent: '앱에서' }, undefined, 'guarded'],
] as const)('an application with %j treats the age %s as %s', (application, age, minor) => {
  const registered = { ...defaultFields(), ...application };
  expect(ageCheckResult({ application: registered } as never, age)).toBe(minor);
});

test('for an age group its lowest age counts if an application requires certainty', () => {
  expect([ageOf({ agegroup: '10' }, 0), ageOf({ agegroup: '10' }, 0, true), ageOf({}, 0, true)]).toEqual([
    19,
    10,
    undefined,
  ]);
});
