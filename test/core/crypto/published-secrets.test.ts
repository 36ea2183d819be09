import { expect, test } from 'vitest';
import { isPublished, weaknessOf } from '../../../workers/core/crypto/published-secrets.ts';

const repeated = 'contains a key with fewer than 10 different characters';

test.each([
  ['nine different characters', '012345678'.repeat(4), repeated],
  ['ten different characters', '0123456789'.repeat(4), undefined],
  ['one character 32 times', 'a'.repeat(32), repeated],
  // A shorter key is refused for its length.
  ['one character 31 times', 'a'.repeat(31), undefined],
])('a key with %s: %s', (_, key, weakness) => {
  expect(weaknessOf(key, [key])).toBe(weakness);
});

test('a key that repeats a character is found behind others', () => {
  const own = '0123456789abcdef'.repeat(2);
  expect(weaknessOf(`${own},${'a'.repeat(32)}`, [own, 'a'.repeat(32)])).toBe(repeated);
  expect(weaknessOf(own, [own])).toBeUndefined();
});

test.each([
  'dc5fb0d5733e72d0a2e119e01d4ee191676ed43b72bc6cbc093b486b610931c6',
  'a9f6def922333cce',
  'dda4948df45a5a1d',
  '4b47a2bcd702e723',
  '5f0c1d7e9a2b4c6d',
  'a-cookie-key-only-for-this-machine',
  'a cookie key only for this machine',
  'a-cookie-key-only-for-tests',
  'token-of-carrier-s-in-every-local-world-of-plid',
  `k1:${Buffer.from(`plid: ${'x'.repeat(26)}`).toString('base64')}`,
])('%s is published, also behind a secret of the operator', (secret) => {
  expect(isPublished(secret)).toBe(true);
  expect(weaknessOf(`${'0123456789abcdef'.repeat(2)},${secret}`)).toMatch(/everyone can read/);
});
