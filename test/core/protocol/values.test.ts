import { expect, test } from 'vitest';
import { ageFromBirthdate, birthDate, isAtLeast } from '../../../workers/core/protocol/birth-date.ts';
import { e164 } from '../../../workers/core/protocol/e164.ts';
import { codeOfError } from '../../../workers/core/protocol/error-codes.ts';
import { factNames, readLoginFacts } from '../../../workers/core/protocol/login-facts.ts';
import { attributePatternOf, carrierNames } from '../../../workers/core/protocol/user-record.ts';

const names = (count: number) => Array<string>(count).fill('pin');

test.each([
  [{ auth_time: 1 }, true],
  [{ auth_time: 0 }, false],
  [{ auth_time: 1.5 }, false],
  [{ auth_time: '1' }, false],
  [{ amr: names(1) }, true],
  [{ amr: names(10) }, true],
  [{ amr: names(11) }, false],
  [{ amr: [] }, false],
  [{ amr: 'pin' }, false],
  [{ amr: ['p in'] }, false],
  [{ risk: 'a:b.c-d_e' }, true],
  [{ risk: 'x'.repeat(64) }, true],
  [{ risk: 'x'.repeat(65) }, false],
  [{ risk: 7 }, false],
])('the facts of a login %j are read: %s', (sent, isRead) => {
  const odd: string[] = [];
  expect(readLoginFacts(sent, (name) => odd.push(name))).toEqual(isRead ? sent : undefined);
  expect(odd).toEqual(isRead ? [] : Object.keys(sent));
});

test('facts of a login that are absent are not odd, and others are ignored', () => {
  const odd: string[] = [];
  const sent = { auth_time: null, amr: undefined, risk: 'nothing', later: 9 };
  expect(readLoginFacts(sent, (name) => odd.push(name))).toEqual({ risk: 'nothing' });
  expect([odd, factNames]).toEqual([[], ['auth_time', 'amr', 'risk']]);
});

/** Noon in Korea on 23 November 2026. */
const today = new Date(Date.UTC(2026, 10, 23, 3));

test.each([
  // An age band may be two years old, or two years ahead.
  ['081123', 18, true],
  ['081124', 17, false],
  ['951124', 30, true],
  ['941124', 31, true],
  ['941123', 32, false],
])('the birthdate %s, of the age %i, fits the age band 20: %s', (birthdate, age, fits) => {
  const user = { birthdate, agegroup: '20' };
  expect(ageFromBirthdate(birthdate, '20', today).age).toBe(age);
  expect(birthDate(user, today) !== undefined).toBe(fits);
  expect([isAtLeast(user, age, today), isAtLeast(user, age + 1, today)]).toEqual(
    fits ? [true, false] : [undefined, undefined],
  );
});

test.each([
  ['invalid_request', 'invalid_request'],
  ['a.b-c_1', 'a.b-c_1'],
  ['x'.repeat(64), 'x'.repeat(64)],
  ['x'.repeat(65), 'unknown_error'],
  ['<script>', 'unknown_error'],
  ['', 'unknown_error'],
])('the error %s is reported as %s', (error, code) => {
  expect(codeOfError(error)).toBe(code);
});

test.each([
  ['01012345678', '+821012345678'],
  ['0101234567', undefined],
  ['21012345678', undefined],
  [undefined, undefined],
])('the number %s is %s in E.164', (phoneNo, expected) => {
  expect(e164(phoneNo)).toBe(expected);
});

test('age bands go from 0 to 140, and carriers have the names that users know', () => {
  const bands = Array.from({ length: 20 }, (_, index) => String(index * 10));
  const accepted = bands.filter((band) => attributePatternOf('agegroup').test(band));
  expect([accepted.length, accepted.at(0), accepted.at(-1)]).toEqual([15, '0', '140']);
  for (const wrong of ['00', '5', '21', '1000']) expect(wrong).not.toMatch(attributePatternOf('agegroup'));
  expect(carrierNames).toEqual({ S: 'SKT', K: 'KT', L: 'LG U+' });
});
