import { createHmac } from 'node:crypto';
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
/** Signed with HS256, whatever its header says. */
async function signWith(header: object | null): Promise<string> {
  const [, ...rest] = (await sign()).split('.');
  const content = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${rest[0]}`;
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
}
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
    { what: 'a header that names another algorithm', jwt: await signWith({ alg: 'none' }) },
    { what: 'a header that names none', jwt: await signWith(null) },
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
    { settings: { key: '', issuer, audience }, needed: '32 characters' },
    { settings: { key: 'short', issuer, audience }, needed: 'IDENTITY_KEY' },
    { settings: { key: `${key},`, issuer, audience }, needed: '32 characters' },
    { settings: { key, issuer: '', audience }, needed: 'GATEWAY_ORIGIN' },
    { settings: { key, issuer, audience: '' }, needed: 'APPLICATION_URL' },
  ])(
    'is not verified without settings, and the error says what it needs: $needed',
    ({ settings, needed }) => {
      expect(() => identityVerifier(settings)).toThrow(TypeError);
      expect(() => identityVerifier(settings)).toThrow(needed);
    },
  );
});
