import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { identityVerifier } from '../../../packages/plid/identity/index.ts';
import { person } from '../../support/fakes/service-stand-in.ts';
import { gatewaySecrets } from '../../support/world/test-settings.ts';

const key = gatewaySecrets.IDENTITY_KEY;
const [issuer, audience] = ['https://shop.example.com', 'https://app.example.com'];
const now = 1_800_000_000;
const times = { iat: now, exp: now + 60 };
const claims = { iss: issuer, aud: audience, sub: person.plid, user: { plid: person.plid }, ...times };

const sign = (changes: object = {}, signedWith = key, alg = 'HS256') =>
  new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg, typ: 'JWT' })
    .sign(Buffer.from(signedWith));
/** A JWT signed with HS256, whatever its header says. */
async function signWith(header: unknown, payload: unknown = claims): Promise<string> {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encode(header)}.${encode(payload)}`;
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
}
const verify = identityVerifier({ key, issuer, audience, now: () => now });
const HS256 = { alg: 'HS256', typ: 'JWT' };

describe('an identity of the guard', async () => {
  test('is accepted with its issuer, audience, and one of the keys', async () => {
    const expected = { user: claims.user, expires: claims.exp };
    expect(await verify(await sign())).toEqual(expected);
    expect(await verify.why(await sign())).toBeUndefined();
    const rotated = identityVerifier({
      key: `${'fedcba9876543210'.repeat(2)},${key}`,
      issuer,
      audience,
      now: () => now,
    });
    expect(await rotated(await sign())).toEqual(expected);
  });

  test('has the authentication time and methods if the guard sends them, without invalid ones', async () => {
    const facts = { auth_time: now - 5, amr: ['mca', 'pin'], risk: 'nothing' };
    expect(await verify(await sign(facts))).toMatchObject({ login: facts });
    expect((await verify(await sign()))?.login).toBeUndefined();
    const { login } = (await verify(await sign({ ...facts, amr: 'pin', risk: null }))) ?? {};
    expect(login).toEqual({ auth_time: facts.auth_time });
  });

  test("expires by this machine's clock by default", async () => {
    const verifyNow = identityVerifier({ key, issuer, audience });
    const exp = Math.floor(Date.now() / 1000);
    expect(await verifyNow(await sign({ iat: exp, exp: exp + 60 }))).toBeDefined();
    expect(await verifyNow(await sign({ iat: exp - 60, exp }))).toBeUndefined();
  });

  test('is accepted by a clock that is a minute late', async () => {
    const late = await sign({ iat: now + 60, exp: now + 120 });
    expect(await verify(late)).toEqual({ user: claims.user, expires: now + 120 });
  });

  test.each([
    { what: 'another key', jwt: await sign({}, 'x'.repeat(64)), why: 'signature' },
    { what: 'a changed claim', jwt: (await sign()).replace(/[^.]*$/, 'AAAA'), why: 'signature' },
    { what: 'no signature', jwt: `${(await sign()).split('.').slice(0, 2).join('.')}.`, why: 'signature' },
    { what: 'another algorithm', jwt: await sign({}, key, 'HS512'), why: 'malformed' },
    {
      what: 'a header that names another algorithm',
      jwt: await signWith({ alg: 'none', typ: 'JWT' }),
      why: 'malformed',
    },
    { what: 'a header that names none', jwt: await signWith(null), why: 'malformed' },
    { what: 'another type', jwt: await signWith({ ...HS256, typ: 'secevent+jwt' }), why: 'malformed' },
    { what: 'no type', jwt: await signWith({ alg: 'HS256' }), why: 'malformed' },
    {
      what: 'an extension that has to be understood',
      jwt: await signWith({ ...HS256, crit: ['b64'], b64: true }),
      why: 'malformed',
    },
    { what: 'claims that are null', jwt: await signWith(HS256, null), why: 'malformed' },
    { what: 'claims that are a list', jwt: await signWith(HS256, [claims]), why: 'malformed' },
    { what: 'another subject', jwt: await sign({ sub: 'another' }), why: 'malformed' },
    { what: 'neither subject nor plid', jwt: await sign({ sub: undefined, user: {} }), why: 'malformed' },
    { what: 'no user', jwt: await sign({ user: undefined }), why: 'malformed' },
    { what: 'a user that is null', jwt: await sign({ user: null }), why: 'malformed' },
    { what: 'no end', jwt: await sign({ exp: undefined }), why: 'malformed' },
    {
      what: 'an end that is a text',
      jwt: await signWith(HS256, { ...claims, exp: String(now + 60) }),
      why: 'malformed',
    },
    { what: 'an end in ten years', jwt: await sign({ exp: now + 315_360_000 }), why: 'malformed' },
    {
      what: 'an end that is more than a minute after it',
      jwt: await sign({ exp: now + 61 }),
      why: 'malformed',
    },
    { what: 'no beginning', jwt: await sign({ iat: undefined }), why: 'malformed' },
    { what: 'a beginning in the future', jwt: await sign({ iat: now + 61, exp: now + 121 }), why: 'early' },
    { what: 'another issuer', jwt: await sign({ iss: 'https://evil.example.com' }), why: 'issuer' },
    { what: 'another audience', jwt: await sign({ aud: 'https://other.example.com' }), why: 'audience' },
    { what: 'a signature that has ended', jwt: await sign({ iat: now - 60, exp: now }), why: 'expired' },
    { what: 'no JWT', jwt: 'a text', why: 'malformed' },
    { what: 'nothing', jwt: '', why: 'missing' },
    { what: 'no header', jwt: undefined, why: 'missing' },
    { what: 'two headers', jwt: [await sign(), await sign()], why: 'missing' },
  ])('is rejected with $what, and the logged reason is $why', async ({ jwt, why }) => {
    expect(await verify(jwt)).toBeUndefined();
    expect(await verify.why(jwt)).toBe(why);
  });

  test.each([
    { settings: { key: '', issuer, audience }, needed: '32 characters' },
    { settings: {} as Parameters<typeof identityVerifier>[0], needed: '32 characters' },
    { settings: { key, issuer: `${issuer}/`, audience }, needed: 'must not end with a slash' },
    { settings: { key: 'short', issuer, audience }, needed: 'IDENTITY_KEY' },
    { settings: { key: `${key},`, issuer, audience }, needed: '32 characters' },
    { settings: { key, issuer: '', audience }, needed: 'GATEWAY_ORIGIN' },
    { settings: { key, issuer, audience: '' }, needed: 'APPLICATION_URL' },
  ])(
    "isn't verified without settings, and the error names the requirement: $needed",
    ({ settings, needed }) => {
      expect(() => identityVerifier(settings)).toThrow(TypeError);
      expect(() => identityVerifier(settings)).toThrow(needed);
    },
  );
});
