import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { keyRing } from '../../workers/core/crypto/keys.ts';
import type { UserRecord } from '../../workers/core/protocol/user-record.ts';
import { claimsOf } from '../../workers/openid/claims.ts';
import { openIdKeySetting, publicKeysOf } from '../../workers/openid/openid-keys.ts';
import { attributesForScope } from '../../workers/openid/scopes.ts';
import {
  createIdentityKey,
  decryptGrantIdentity,
  encryptGrantIdentity,
} from '../../workers/service/tokens/grant-identity.ts';
import { decryptOpenIdCode, issueOpenIdCode } from '../../workers/service/tokens/openid-codes.ts';
import { openIdCode } from '../../workers/service/tokens/openid-sealed-types.ts';
import { derivedSigningKey, serviceSecrets } from '../support/world/test-settings.ts';

/** Noon in Korea on 23 November 2026. */
const now = Date.UTC(2026, 10, 23, 3) / 1000;
const plid = '0b5f3c1e-6a0e-4a51-9f6e-0c7d6f1d2a3b';
const record = (identity: object): UserRecord => ({
  plid,
  ...identity,
  autoLoginYn: 'N',
  autoStatusCheck: 'N',
});
const every = new Set(['openid', 'profile', 'phone', 'email']);

describe('the claims of a user', () => {
  test.each([
    ['900101', '30', '1990-01-01'],
    ['000229', '20', '2000-02-29'],
    ['261122', '0', '2026-11-22'],
    ['271122', '90', '1927-11-22'],
    ['161124', '100', '1916-11-24'],
    ['861123', '40', '1986-11-23'],
    ['861124', '40', '1986-11-24'],
    ['861124', '30', '1986-11-24'],
    ['000229', '120', undefined],
    ['900101', undefined, undefined],
    ['900101', '60', undefined],
    ['900231', '30', undefined],
    ['261125', '0', undefined],
    [undefined, '30', undefined],
  ])('birthdate %s with the age group %s is %s', (birthdate, agegroup, expected) => {
    const claims = claimsOf(record({ birthdate, agegroup }), new Set(['openid', 'profile']), now);
    expect(claims).toEqual(expected === undefined ? {} : { birthdate: expected });
  });

  test('change at midnight in Korea on a birthday', () => {
    const born = { birthdate: '261123', agegroup: '0' };
    const midnight = Date.UTC(2026, 10, 22, 15) / 1000;
    expect(claimsOf(record(born), every, midnight)).toMatchObject({ birthdate: '2026-11-23' });
    expect(claimsOf(record(born), every, midnight - 1)).not.toHaveProperty('birthdate');
  });

  test.each([
    ['01012345678', '+821012345678'],
    ['01112345678', '+821112345678'],
  ])('the number %s is %s', (phoneNo, phone_number) => {
    const claims = claimsOf(record({ phoneNo }), new Set(['openid', 'phone']), now);
    expect(claims).toEqual({ phone_number, phone_number_verified: true });
  });

  test('are missing if the record has no value', () => {
    const email = { email: `${plid}@plid.invalid`, email_verified: false };
    expect(claimsOf(record({}), every, now)).toEqual(email);
    const empty = { name: '', gender: '', phoneNo: '', birthdate: '', agegroup: '' };
    expect(claimsOf(record(empty), every, now)).toEqual(email);
    expect(claimsOf(record({ gender: 'M' }), every, now)).toEqual({ gender: 'male', ...email });
  });

  test('of a scope come from these attributes', () => {
    const given = ['ci', 'phoneNo', 'name', 'agegroup', 'telcoCd'] as const;
    expect(attributesForScope('openid', given)).toEqual([]);
    expect(attributesForScope('openid profile', given)).toEqual(['name', 'agegroup']);
    expect(attributesForScope('openid phone email', given)).toEqual(['phoneNo']);
  });
});

describe('an OpenID Connect code', () => {
  const grantOf = (client_id: string) => `1795427976-${randomBytes(16).toString('base64url')}-${client_id}`;
  const client_id = 'a'.repeat(20);

  test('has at most 255 characters with the longest key name, and only its client can decrypt it', async () => {
    const keys = keyRing(new Map([['k'.repeat(32), new Uint8Array(randomBytes(32))]]));
    const granted = {
      plid: randomUUID(),
      grant: grantOf(client_id),
      identityKey: createIdentityKey('openid'),
    };
    const code = await issueOpenIdCode(keys, granted);
    expect(code.length).toBeLessThanOrEqual(255);
    expect(await decryptOpenIdCode(keys, code, client_id)).toEqual(granted);
    const other = await decryptOpenIdCode(keys, code, 'b'.repeat(20));
    expect(other.grant).not.toBe(granted.grant);
    const { identityKey: _, ...automatic } = granted;
    expect(await decryptOpenIdCode(keys, await issueOpenIdCode(keys, automatic), client_id)).toEqual(
      automatic,
    );
  });

  test("with a wrong shape can't be decrypted", async () => {
    const keys = keyRing(new Map([['k', new Uint8Array(randomBytes(32))]]));
    const granted = { plid: randomUUID(), signIn: '1-short' };
    const code = await openIdCode.seal(keys, granted);
    await expect(decryptOpenIdCode(keys, code, client_id)).rejects.toMatchObject({ reason: 'refused_code' });
  });

  test('contains half of the identity key', async () => {
    const [short, long] = [createIdentityKey('openid'), createIdentityKey()];
    expect([short.length, long.length]).toEqual([22, 43]);
    const sealed = await encryptGrantIdentity(short, { name: '김하나' });
    expect(await decryptGrantIdentity(short, sealed)).toEqual({ name: '김하나' });
    await expect(decryptGrantIdentity(createIdentityKey('openid'), sealed)).rejects.toThrow();
  });
});

describe('OPENID_KEY', () => {
  const read = (text: string) => v.safeParse(openIdKeySetting, text);
  const der = (key: { export(options: { type: 'pkcs8'; format: 'der' }): Buffer }) =>
    key.export({ type: 'pkcs8', format: 'der' }).toString('base64');

  test('is a list of named key pairs, whose public parts are published', async () => {
    const second = serviceSecrets.OPENID_KEY.replace('public:', 'next:');
    const keys = v.parse(openIdKeySetting, `${serviceSecrets.OPENID_KEY},${second}`) ?? [];
    const { keys: published } = await publicKeysOf(keys);
    expect(published).toMatchObject([
      { kid: 'public-RS256', alg: 'RS256', use: 'sig', kty: 'RSA', e: 'AQAB' },
      { kid: 'public-ES256', alg: 'ES256', use: 'sig', kty: 'EC', crv: 'P-256' },
      { kid: 'next-RS256' },
      { kid: 'next-ES256' },
    ]);
    for (const key of published)
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(key).not.toHaveProperty(secret);
  });

  test('is rejected with two key pairs of one name', () => {
    expect(read(`${serviceSecrets.OPENID_KEY},${serviceSecrets.OPENID_KEY}`).success).toBe(false);
  });

  test('is rejected with a short RSA key, one key, or the wrong order', () => {
    const ec = derivedSigningKey('another');
    const [, rsa = ''] = /:([^.]+)\./.exec(serviceSecrets.OPENID_KEY) ?? [];
    const small = der(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey);
    expect(read(`o1:${rsa}.${ec}`).success).toBe(true);
    for (const wrong of [`o1:${small}.${ec}`, `o1:${rsa}`, `o1:${ec}`, `o1:${ec}.${rsa}`, `${rsa}.${ec}`])
      expect(read(wrong).success).toBe(false);
  });
});
