import {
  CompactEncrypt,
  type CompactJWEHeaderParameters,
  compactDecrypt,
  EncryptJWT,
  jwtDecrypt,
} from 'jose';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { randomBytes, toBase64url, utf8 } from '../../../workers/core/crypto/bytes.ts';
import { decryptJwe, encryptJwe } from '../../../workers/core/crypto/jwe.ts';
import { keyRing } from '../../../workers/core/crypto/keys.ts';
import { sealed } from '../../../workers/core/crypto/seal.ts';
import {
  createIdentityKey,
  decryptGrantIdentity,
  encryptGrantIdentity,
} from '../../../workers/service/tokens/grant-identity.ts';

/** The same values by a library that implements the whole standard: its values open here, and ours open there. */

const keys = keyRing(
  new Map([
    ['k2', randomBytes(32)],
    ['k1', randomBytes(32)],
  ]),
);
const now = 1_000_000;
const ticket = sealed('test ticket', () => v.object({ seat: v.number(), name: v.exactOptional(v.string()) }));
const keyOf = (kid = '') => keys.derive(kid, 'test ticket') as Promise<CryptoKey>;
const header = { alg: 'dir', enc: 'A256GCM', kid: 'k2' };

const byJose = async (value: object, protectedHeader: CompactJWEHeaderParameters = header) =>
  new EncryptJWT({ ...value }).setProtectedHeader(protectedHeader).encrypt(await keyOf(protectedHeader.kid));

/** The plaintext that jose reads under the standard's rules only; undefined if it refuses the value. */
const openedByJose = (text: string) =>
  jwtDecrypt(text, ({ kid }) => keyOf(kid), { currentDate: new Date(now * 1000) }).then(
    ({ payload: { exp: _, ...value } }) => value,
    () => undefined,
  );

describe('an encrypted value', () => {
  test.each([0, 1, 2, 3, 15, 16, 17, 1000])('of %i letters is decrypted by jose', async (length) => {
    const value = { seat: 7, name: '가'.repeat(length) };
    const text = await ticket.seal(keys, value, now + 60);
    const { payload, protectedHeader } = await jwtDecrypt(text, await keyOf('k2'), {
      currentDate: new Date(now * 1000),
    });
    expect(protectedHeader).toEqual(header);
    expect(payload).toEqual({ ...value, exp: now + 60 });
  });

  test.each([0, 1, 2, 3, 15, 16, 17, 1000])('of jose with %i letters is decrypted', async (length) => {
    const value = { seat: 7, name: '가'.repeat(length) };
    expect(await ticket.open(keys, await byJose(value), now)).toEqual(value);
    expect(await ticket.open(keys, await byJose(value, { ...header, kid: 'k1' }), now)).toEqual(value);
    expect(await ticket.open(keys, await byJose({ ...value, exp: now + 1 }), now)).toEqual(value);
    expect(await ticket.open(keys, await byJose({ ...value, exp: now }), now)).toBeUndefined();
  });

  test.each<[string, CompactJWEHeaderParameters]>([
    ['in another order', { kid: 'k2', enc: 'A256GCM', alg: 'dir' }],
    ['with a type', { ...header, typ: 'JWT' }],
    ['that says the content is compressed', { ...header, zip: 'DEF' }],
    ['that names a key twice over', { ...header, jku: 'https://attacker.example/keys' }],
  ])('of jose with a header %s is rejected', async (_, protectedHeader) => {
    const text = await byJose({ seat: 7 }, protectedHeader);
    expect(await openedByJose(text)).toEqual({ seat: 7 });
    expect(await ticket.open(keys, text, now)).toBeUndefined();
  });

  test.each(['A128GCM', 'A192GCM', 'A128CBC-HS256', 'A256CBC-HS512'])(
    'encrypted with %s is rejected',
    async (enc) => {
      const bytes = { A128GCM: 16, A192GCM: 24, 'A128CBC-HS256': 32, 'A256CBC-HS512': 64 }[enc] ?? 0;
      const other = new EncryptJWT({ seat: 7 }).setProtectedHeader({ ...header, enc });
      const parts = (await other.encrypt(new Uint8Array(bytes))).split('.');
      expect(await ticket.open(keys, parts.join('.'), now)).toBeUndefined();
      const asOurs = parts.with(0, toBase64url(utf8(JSON.stringify(header)))).join('.');
      expect(await ticket.open(keys, asOurs, now)).toBeUndefined();
    },
  );
});

describe('a changed encrypted value', () => {
  let text = '';
  beforeAll(async () => {
    text = await ticket.seal(keys, { seat: 7 });
  });

  const bytesOf = (value: string) =>
    value
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('hex'))
      .join('.');

  const changesOf = (part: string, other: string): string[] => [
    ...[
      '',
      'A',
      'AA',
      'AAA',
      'AAAA',
      part.slice(1),
      part.slice(0, -1),
      part.slice(0, -4),
      part + part,
      other,
    ],
    ...['A', 'AAAA', '=', '==', '.', '..', ' ', '\n', '\0', '한'].flatMap((more) => [
      part + more,
      more + part,
    ]),
    ...['=', ' ', '\n', '+', '/', '%41'].map((letter) => `${part.slice(0, 4)}${letter}${part.slice(4)}`),
    ...[...part].map((letter, index) => {
      const next = letter === 'A' ? 'B' : 'A';
      return part.slice(0, index) + next + part.slice(index + 1);
    }),
    ...['A', 'B', 'C', 'D', '_', '-', '9'].map((last) => part.slice(0, -1) + last),
  ];

  test.each([0, 1, 2, 3, 4])('in part %i is rejected, as by jose', async (index) => {
    const parts = text.split('.');
    const other = (await ticket.seal(keys, { seat: 8 }, now + 60)).split('.')[index] ?? '';
    const changed = changesOf(parts[index] ?? '', other).map((part) => parts.with(index, part).join('.'));
    expect(changed.length).toBeGreaterThan(25);
    for (const candidate of changed.filter((each) => each !== text)) {
      expect(await ticket.open(keys, candidate, now), candidate).toBeUndefined();
      // jose ignores white space, padding and the spare bits of a last letter; we do not.
      if (bytesOf(candidate) !== bytesOf(text))
        expect(await openedByJose(candidate), candidate).toBeUndefined();
    }
    expect(await ticket.open(keys, text, now)).toEqual({ seat: 7 });
  });

  test('with more, fewer, or reordered parts is rejected', async () => {
    const parts = text.split('.');
    const changed = [
      ...parts.map((_, index) => parts.toSpliced(index, 1)),
      ...parts.map((part, index) => parts.toSpliced(index, 0, part)),
      ...parts.map((_, index) => parts.toSpliced(index, 0, '')),
      ...parts.slice(1).map((part, index) => parts.with(index, part).with(index + 1, parts[index] ?? '')),
      parts.slice(2),
      parts.toReversed(),
    ];
    for (const candidate of changed.map((each) => each.join('.')))
      expect(await ticket.open(keys, candidate, now), candidate).toBeUndefined();
  });
});

describe('an encrypted text', () => {
  test.each(['', '\ufeff', '\ufeff가\ufeff', '\0'])('such as %j is decrypted unchanged', async (text) => {
    const key = await keyOf('k2');
    expect(await decryptJwe(key, 'k2', await encryptJwe(key, 'k2', text))).toBe(text);
  });

  test('that is empty needs its part', async () => {
    const key = await keyOf('k2');
    const parts = (await encryptJwe(key, 'k2', '')).split('.');
    expect(parts[3]).toBe('');
    expect(await decryptJwe(key, 'k2', parts.toSpliced(3, 1).join('.'))).toBeUndefined();
  });

  test("that isn't UTF-8 is rejected", async () => {
    const key = await keyOf('k2');
    const sealedByJose = (bytes: number[]) =>
      new CompactEncrypt(Uint8Array.from(bytes)).setProtectedHeader(header).encrypt(key);
    expect(await decryptJwe(key, 'k2', await sealedByJose([0x61]))).toBe('a');
    expect(await decryptJwe(key, 'k2', await sealedByJose([0x61, 0xff]))).toBeUndefined();
  });
});

describe('the encrypted identity of a grant', () => {
  const identity = { name: '김하나', phoneNo: '01000000001', ci: 'c'.repeat(88) };
  const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };

  test("is decrypted by jose, and jose's is decrypted here", async () => {
    const key = createIdentityKey();
    const bytes = Buffer.from(key, 'base64url');
    const { plaintext, protectedHeader } = await compactDecrypt(
      await encryptGrantIdentity(key, identity),
      bytes,
      options,
    );
    expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual(identity);
    expect(protectedHeader).toEqual({ alg: 'dir', enc: 'A256GCM' });
    const written = await new CompactEncrypt(utf8(JSON.stringify(identity)))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(bytes);
    expect(await decryptGrantIdentity(key, written)).toEqual(identity);
  });

  test('is rejected with another key, with none, and changed', async () => {
    const key = createIdentityKey();
    const text = await encryptGrantIdentity(key, identity);
    for (const other of [createIdentityKey(), '', `${key}A`, key.slice(1), `${key}=`])
      await expect(decryptGrantIdentity(other, text)).rejects.toThrow();
    for (const changed of ['', text.slice(1), text.slice(0, -1), `${text}A`, text.replace('..', '.A.')])
      await expect(decryptGrantIdentity(key, changed)).rejects.toThrow(
        'cannot be decrypted with the key of its token',
      );
    expect(await decryptGrantIdentity(key, text)).toEqual(identity);
  });
});
