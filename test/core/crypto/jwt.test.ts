import { type CryptoKey, jwtVerify, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { randomBytes, toBase64url, utf8 } from '../../../workers/core/crypto/bytes.ts';
import { importPublicKey, isSignedBy, readJwt, signJwt } from '../../../workers/core/crypto/jwt.ts';

/** The same JWTs by a library that implements the whole standard: its signatures are accepted here, and ours there. */

const claims = { iss: 'https://login.example.com', user: { name: '김하나' }, iat: 1_000_000 };
const options = { currentDate: new Date(1_000_000_000) };

let pair: CryptoKeyPair;
let publicKey: CryptoKey;
beforeAll(async () => {
  const generated = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  pair = generated as CryptoKeyPair;
  const { x = '', y = '' } = (await crypto.subtle.exportKey('jwk', pair.publicKey)) as JsonWebKey;
  publicKey = await importPublicKey({ x, y });
});

describe('a JWT', () => {
  test('signed with HS256 is verified by jose', async () => {
    const bytes = randomBytes(32);
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['sign']);
    const token = await signJwt({ alg: 'HS256', typ: 'JWT' }, claims, key);
    const { payload, protectedHeader } = await jwtVerify(token, bytes, options);
    expect([payload, protectedHeader]).toEqual([claims, { alg: 'HS256', typ: 'JWT' }]);
    await expect(jwtVerify(token, randomBytes(32), options)).rejects.toThrow();
  });

  test('signed with ES256 is verified by jose, and here', async () => {
    const header = { alg: 'ES256', typ: 'secevent+jwt', kid: 'e1' } as const;
    const token = await signJwt(header, claims, pair.privateKey);
    const { payload, protectedHeader } = await jwtVerify(token, publicKey, options);
    expect([payload, protectedHeader]).toEqual([claims, header]);
    expect(readJwt(token)).toMatchObject({ header, claims });
    expect(await isSignedBy(publicKey, readJwt(token))).toBe(true);
  });

  test('of jose is verified', async () => {
    const header = { alg: 'ES256', typ: 'secevent+jwt', kid: 'e1' };
    const token = await new SignJWT(claims).setProtectedHeader(header).sign(pair.privateKey);
    expect(readJwt(token)).toMatchObject({ header, claims });
    expect(await isSignedBy(publicKey, readJwt(token))).toBe(true);
  });
});

/** Whether a reader accepts a JWT. */
async function isBelieved(token: string): Promise<boolean> {
  try {
    return await isSignedBy(publicKey, readJwt(token));
  } catch {
    return false;
  }
}

describe('a changed JWT', () => {
  test('is rejected, here and by jose', async () => {
    const token = await signJwt({ alg: 'ES256', typ: 'JWT' }, claims, pair.privateKey);
    const parts = token.split('.');
    const letters = [...token].flatMap((letter, index) => {
      const other = letter === 'A' ? 'B' : 'A';
      return letter === '.' ? [] : [token.slice(0, index) + other + token.slice(index + 1)];
    });
    const other = toBase64url(utf8(JSON.stringify({ ...claims, iss: 'https://evil.example' })));
    const changed = [
      ...letters,
      ...parts.flatMap((part, index) =>
        ['', part.slice(1), part.slice(0, -1), part + part, `${part}A`].map((each) =>
          parts.with(index, each),
        ),
      ),
      parts.with(1, other),
      parts.with(2, toBase64url(new Uint8Array(64))),
      parts.slice(0, 2),
      [...parts, ''],
      ['', ...parts],
    ].map((each) => (typeof each === 'string' ? each : each.join('.')));
    for (const each of changed) {
      expect(await isBelieved(each), each).toBe(false);
      const believed = await jwtVerify(each, publicKey, options).then(
        () => true,
        () => false,
      );
      // jose ignores the spare bits of a signature's last letter; we do not.
      expect(believed && each.slice(0, -1) !== token.slice(0, -1), each).toBe(false);
    }
    expect(await isBelieved(token)).toBe(true);
  });

  test.each([
    ['no JSON', utf8('x')],
    ['no UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['JSON behind a byte order mark', utf8('\ufeff{}')],
    ['nothing', utf8('')],
  ])('with a header or claims that are %s is rejected', (_, bytes) => {
    const [good, bad] = [toBase64url(utf8('{}')), toBase64url(bytes)];
    expect(readJwt(`${good}.${good}.`)).toMatchObject({ header: {}, claims: {} });
    for (const parts of [`${bad}.${good}.`, `${good}.${bad}.`]) expect(() => readJwt(parts)).toThrow();
  });

  test('with fewer or more than three parts is rejected', () => {
    const part = toBase64url(utf8('{}'));
    expect(readJwt([part, part, ''].join('.')).content).toBe(`${part}.${part}`);
    for (const count of [0, 1, 2, 4, 5])
      expect(() => readJwt(Array<string>(count).fill(part).join('.'))).toThrow();
  });

  test.each(['=', ' ', '\n', '+', '\0'])('with another spelling of %j is rejected', async (letter) => {
    const token = await signJwt({ alg: 'ES256', typ: 'JWT' }, claims, pair.privateKey);
    for (const spelled of [token + letter, letter + token, token.replace('.', `${letter}.`)])
      expect(() => readJwt(spelled)).toThrow();
  });
});
