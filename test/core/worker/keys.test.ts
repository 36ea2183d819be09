import * as v from 'valibot';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { bearerTokensSetting } from '../../../workers/core/worker/bearer-tokens.ts';
import { keyRingSetting, numberedKeySetting } from '../../../workers/core/worker/key-settings.ts';
import { splitTokens } from '../../../workers/core/worker/named-tokens.ts';
import { eventKeySetting } from '../../../workers/service/settings/event-keys.ts';
import { derivedSigningKey } from '../../support/world/test-settings.ts';

const isRead = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success;

const [key, otherKey] = ['a'.repeat(32), 'b'.repeat(32)];
const bytes = (length: number, value = 7) => Buffer.alloc(length, value).toString('base64');
const signingKey = derivedSigningKey('a signing key');

describe('bearer tokens', () => {
  const tokens = bearerTokensSetting('carrier');

  test('are one token, or several with names', () => {
    expect(v.parse(tokens, key)).toEqual([{ name: 'carrier', value: key }]);
    expect(v.parse(tokens, `kim-2:${key},${otherKey}`)).toEqual([
      { name: 'kim-2', value: key },
      { name: 'carrier', value: otherKey },
    ]);
    expect(v.parse(tokens, `${'k'.repeat(32)}:~+/.-_${key}==`)).toHaveLength(1);
    expect(splitTokens('a:b:c\nd', 'x')).toEqual([{ name: 'a', value: 'b:c\nd' }]);
  });
});

describe('a key ring', () => {
  const ring = v.parse(keyRingSetting, `k-2_:${bytes(32)},k1:${bytes(32, 9)}`);

  test('has the first key as the current one', () => {
    expect(ring).toMatchObject({ current: 'k-2_', ids: ['k-2_', 'k1'] });
  });

  test('derives a key once per purpose, and none for an unknown ID', async () => {
    expect(await ring.derive('k1', 'a')).toBe(await ring.derive('k1', 'a'));
    expect(await ring.derive('k1', 'a')).not.toBe(await ring.derive('k1', 'b'));
    expect(ring.derive('k3', 'a')).toBeUndefined();
    expect(await ring.derive('k1', 'a')).toMatchObject({
      algorithm: { name: 'AES-GCM', length: 256 },
      extractable: false,
      usages: ['encrypt', 'decrypt'],
    });
  });

  test("creates a pseudonym with each key, the current one first, which can't be reversed", async () => {
    const deriveKey = vi.spyOn(crypto.subtle, 'deriveKey');
    onTestFinished(() => deriveKey.mockRestore());
    const made = await ring.pseudonyms('a', '\u0001');
    expect(made.map(([id, mac]) => [id, Buffer.from(mac).toString('hex')])).toEqual([
      ['k-2_', 'a4375019f51786c6688a451dc858f7e8ffad3755a7c5835a1fb3265361257dd9'],
      ['k1', '600ee32ee4521e7bde61798b64ddf6e17b4986e2d58e731ec1606ba34a58005f'],
    ]);
    expect(await ring.pseudonyms('a', '\u0001')).toEqual(made);
    const keys = await Promise.all(deriveKey.mock.results.map(({ value }) => value as Promise<CryptoKey>));
    const algorithm = { name: 'HMAC', hash: { name: 'SHA-256' }, length: 256 };
    const expected = expect.objectContaining({ algorithm, extractable: false, usages: ['sign'] });
    expect(keys).toEqual([expected, expected]);
  });

  test.each([
    `k1:${bytes(31)}`,
    `k1:${bytes(33)}`,
    `k1:${bytes(32)},`,
    `k1:${bytes(32)},k1:${bytes(32, 9)}`,
    `k1:${bytes(32)}\n`,
    ` k1:${bytes(32)}`,
    `:${bytes(32)}`,
    `${'k'.repeat(33)}:${bytes(32)}`,
    `k1:${bytes(32).replace('=', '')}`,
    'k1:!',
  ])('is rejected: %j', (text) => {
    expect(isRead(keyRingSetting, text)).toBe(false);
  });
});

describe('a numbered key', () => {
  test('has number 1 or its own, and creates the signature of HMAC-SHA-256', async () => {
    expect(v.parse(numberedKeySetting, bytes(32))).toMatchObject({ number: 1 });
    expect(v.parse(numberedKeySetting, `2:${bytes(32)}`)).toMatchObject({ number: 2 });
    const { number, key } = v.parse(numberedKeySetting, `${'1'.repeat(15)}:${bytes(32)}`);
    expect(number).toBe(111_111_111_111_111);
    expect(await key).toMatchObject({
      algorithm: { name: 'HMAC', hash: { name: 'SHA-256' } },
      usages: ['sign'],
    });
    expect((await key).extractable).toBe(false);
  });

  test.each([
    bytes(31),
    `0:${bytes(32)}`,
    `1x:${bytes(32)}`,
    `x${bytes(32)}`,
    `1:${bytes(32)}\n`,
    `\n1:${bytes(32)}`,
    `${'1'.repeat(16)}:${bytes(32)}`,
    '',
  ])('is rejected: %j', (text) => {
    expect(isRead(numberedKeySetting, text)).toBe(false);
  });
});

describe('event signing keys', () => {
  test('are P-256 private keys with an ID each', () => {
    const [first, second] =
      v.parse(eventKeySetting, `e-1_:${signingKey},e2:${derivedSigningKey('two')}`) ?? [];
    expect([first?.kid, second?.kid]).toEqual(['e-1_', 'e2']);
    expect(first?.bytes.length).toBe(138);
  });

  test.each([
    `e1:${signingKey},e1:${derivedSigningKey('two')}`,
    `e1:${signingKey},`,
    `x e1:${signingKey}`,
    `e1:${signingKey}\n`,
    `${'e'.repeat(33)}:${signingKey}`,
    `e1:${bytes(138)}`,
    'e1:A',
    `e1:${signingKey.slice(0, -4)}`,
    signingKey,
  ])('are rejected: %j', (text) => {
    expect(isRead(eventKeySetting, text)).toBe(false);
  });
});
