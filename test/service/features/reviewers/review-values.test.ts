import { describe, expect, test } from 'vitest';
import { keyRing } from '../../../../workers/core/crypto/keys.ts';
import { normalizeCode } from '../../../../workers/core/protocol/crockford.ts';
import { readPhoneNumber } from '../../../../workers/core/protocol/phone-number.ts';
import { createReviewNumber, isReviewNumber } from '../../../../workers/core/protocol/review-number.ts';
import { attributePatternOf, attributes } from '../../../../workers/core/protocol/user-record.ts';
import { reviewIdentity } from '../../../../workers/service/features/reviewers/review-identity.ts';
import { plidFormat } from '../../../../workers/service/objects/accounts.ts';
import {
  createReviewCode,
  digestKeyState,
  digestsOfReviewCode,
} from '../../../../workers/service/protocol/review-code.ts';
import { createReviewPlid, isReviewPlid } from '../../../../workers/service/settings/review-plid.ts';

const many = <Value>(create: () => Value): Value[] => Array.from({ length: 2_000 }, create);

describe('the plid of a reviewer', () => {
  test('is a UUID of version 8, whatever its other digits are', () => {
    for (const plid of many(createReviewPlid)) {
      expect(plid).toMatch(plidFormat);
      expect([plid.charAt(14), isReviewPlid(plid), isReviewPlid(`g3 ${plid}`)]).toEqual(['8', true, true]);
    }
  });

  test("isn't the plid of a user", () => {
    for (const plid of many(() => crypto.randomUUID())) expect(isReviewPlid(plid)).toBe(false);
    expect(isReviewPlid(undefined)).toBe(false);
  });
});

describe('the number of a reviewer', () => {
  test('is in a range of the numbering plan that no subscriber has, and in a valid format', () => {
    const numbers = many(createReviewNumber);
    for (const number of numbers) {
      expect(isReviewNumber(number)).toBe(true);
      expect(readPhoneNumber(number)).toBe(number);
      expect(number).toMatch(attributePatternOf('phoneNo'));
    }
    expect(new Set(numbers).size).toBeGreaterThan(1_900);
  });

  test.each(['01000000001', '01008999999', '01010900000', '01090912345', '01020001234', '010099999999'])(
    'is not %s',
    (number) => expect(isReviewNumber(number)).toBe(false),
  );
});

describe('the code of a reviewer', () => {
  test('has 60 random bits, and survives every way of typing it', () => {
    const codes = many(createReviewCode);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    const letters = new Set(codes.join('').replaceAll('-', ''));
    expect(letters.size).toBe(32);
    const plain = normalizeCode('7K2M-9QXD-01RA');
    for (const typed of ['7k2m9qxd01ra', ' 7K2M 9QXD O1RA ', '7k2m–9qxd–olra', '７Ｋ２Ｍ-9QXD-0IRA'])
      expect(normalizeCode(typed)).toBe(plain);
  });

  test('is read up to the hundredth typed character', () => {
    const code = '7K2M-9QXD-01RA';
    expect(normalizeCode(code.padStart(100, '-'))).toBe('7K2M9QXD01RA');
    expect(normalizeCode(code.padStart(101, '-'))).toBe('7K2M9QXD01R');
  });

  test('is compared by an HMAC of each key, and works until its key is removed', async () => {
    const bytes = (fill: number) => new Uint8Array(32).fill(fill);
    const old = keyRing(new Map([['k1', bytes(1)]]));
    const both = keyRing(
      new Map([
        ['k2', bytes(2)],
        ['k1', bytes(1)],
      ]),
    );
    const next = keyRing(new Map([['k2', bytes(2)]]));
    const [stored] = await digestsOfReviewCode(old, 'a', '7K2M-9QXD-01RA');
    expect(await digestsOfReviewCode(both, 'a', '7k2m9qxd01ra')).toContain(stored);
    expect(await digestsOfReviewCode(both, 'b', '7K2M-9QXD-01RA')).not.toContain(stored);
    expect(await digestsOfReviewCode(next, 'a', '7K2M-9QXD-01RA')).not.toContain(stored);
    expect([old, both, next].map((keys) => digestKeyState(keys, stored))).toEqual([
      'current',
      'earlier',
      'unknown',
    ]);
  });
});

test('the identity of a reviewer has a valid value for each attribute except ci', () => {
  for (const year of [2026, 2040, 2068]) {
    const identity = reviewIdentity('01009123456', 'L', Date.UTC(year, 5, 1) / 1000);
    expect(Object.keys(identity)).toEqual(attributes.filter((name) => name !== 'ci'));
    for (const name of attributes)
      if (name !== 'ci') expect(identity[name]).toMatch(attributePatternOf(name));
  }
  expect(reviewIdentity('01009123456', 'S', Date.UTC(2026, 0, 1) / 1000).agegroup).toBe('50');
});
