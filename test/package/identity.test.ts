import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { identityVerifier } from '../../package/identity/index.ts';
import { person } from '../support/doubles/service-stand-in.ts';
import { gatewaySecrets } from '../support/world/test-settings.ts';

const key = gatewaySecrets.IDENTITY_KEY;
const [issuer, audience] = ['https://shop.example.com', 'https://app.example.com'];
const now = 1_800_000_000;
const claims = { iss: issuer, aud: audience, sub: person.plid, user: { plid: person.plid }, exp: now + 60 };

const sign = (changes: object = {}, signedWith = key, alg = 'HS256') =>
  new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg, typ: 'JWT' })
    .sign(Buffer.from(signedWith));
const verify = identityVerifier({ key, issuer, audience, now: () => now });

describe('an identity', async () => {
  test('is believed with the issuer, the audience and one of the keys', async () => {
    const expected = { user: claims.user, expires: claims.exp };
    expect(await verify(await sign())).toEqual(expected);
    const rotated = identityVerifier({ key: `${'n'.repeat(32)},${key}`, issuer, audience, now: () => now });
    expect(await rotated(await sign())).toEqual(expected);
  });

  test('ends by the clock of this machine where no other is given', async () => {
    const verifyNow = identityVerifier({ key, issuer, audience });
    const exp = Math.floor(Date.now() / 1000);
    expect(await verifyNow(await sign({ exp: exp + 60 }))).toBeDefined();
    expect(await verifyNow(await sign({ exp }))).toBeUndefined();
  });

  test.each([
    { what: 'another key', jwt: await sign({}, 'x'.repeat(64)) },
    { what: 'another algorithm', jwt: await sign({}, key, 'HS512') },
    { what: 'another issuer', jwt: await sign({ iss: 'https://evil.example.com' }) },
    { what: 'another audience', jwt: await sign({ aud: 'https://other.example.com' }) },
    { what: 'another subject', jwt: await sign({ sub: 'another' }) },
    { what: 'a signature that has ended', jwt: await sign({ exp: now }) },
    { what: 'no end', jwt: await sign({ exp: undefined }) },
    { what: 'no user', jwt: await sign({ user: undefined }) },
    {
      what: 'a changed claim',
      jwt: (await sign()).replace(/\.(.)/, (_, letter) => `.${letter === 'e' ? 'f' : 'e'}`),
    },
    { what: 'no signature', jwt: `${(await sign()).split('.').slice(0, 2).join('.')}.` },
    { what: 'no JWT', jwt: 'a text' },
    { what: 'nothing', jwt: '' },
    { what: 'no header', jwt: undefined },
    { what: 'two headers', jwt: [await sign(), await sign()] },
  ])('is not believed with $what', async ({ jwt }) => {
    expect(await verify(jwt)).toBeUndefined();
  });

  test.each([
    { key: '', issuer, audience },
    { key: 'short', issuer, audience },
    { key: `${key},`, issuer, audience },
    { key, issuer: '', audience },
    { key, issuer, audience: '' },
  ])('is not verified without settings: %j', (settings) => {
    expect(() => identityVerifier(settings)).toThrow(TypeError);
  });
});
