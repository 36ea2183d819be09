import { createHash } from 'node:crypto';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { Parameters } from '../../workers/core/protocol/parameters.ts';
import { type Login, signIdToken } from '../../workers/openid/id-token.ts';
import { type IdTokenHint, readIdTokenHint } from '../../workers/openid/id-token-hint.ts';
import { logoutMessage, readLogoutRejection } from '../../workers/openid/logout-message.ts';
import { signLogoutToken } from '../../workers/openid/logout-token.ts';
import { openIdKeySetting, publicKeysOf, signToken } from '../../workers/openid/openid-keys.ts';
import { signingAlgorithms } from '../../workers/openid/signing-algorithms.ts';
import { readTokenRequest } from '../../workers/openid/token-request.ts';
import { serviceSecrets } from '../support/world/test-settings.ts';

const now = 1_800_000_000;
const issuer = 'https://login.example.com';
const keys = v.parse(openIdKeySetting, serviceSecrets.OPENID_KEY) ?? [];
const published = createLocalJWKSet((await publicKeysOf(keys)) as JSONWebKeySet);
const read = (token: string) => jwtVerify(token, published, { currentDate: new Date(now * 1_000) });

const login: Login = {
  ...{ issuer, audience: 'books', subject: 'a user', acr: 'urn:plid:phone', accessToken: 'the token' },
  ...{ sid: 'a session', nonce: 'n', authTime: now - 9, amr: ['pin'], claims: { name: '김하나' } },
};
const digest = createHash('sha256').update('the token').digest();

describe.each(signingAlgorithms)('with %s', (alg) => {
  test('an id_token has its claims, and expires after ten minutes', async () => {
    const { payload, protectedHeader } = await read(await signIdToken(keys, alg, login, now));
    expect(protectedHeader).toEqual({ alg, typ: 'JWT', kid: `public-${alg}` });
    expect(payload).toEqual({
      ...{ iss: issuer, aud: 'books', sub: 'a user', iat: now, exp: now + 600, auth_time: now - 9 },
      ...{ nonce: 'n', acr: 'urn:plid:phone', amr: ['pin'], sid: 'a session', name: '김하나' },
      at_hash: digest.subarray(0, 16).toString('base64url'),
    });
  });

  test('a logout_token names the session to end, and expires after two minutes', async () => {
    const logout = { issuer, audience: 'books', subject: 'a user', sid: 'a session', jti: 'an id' };
    const { payload, protectedHeader } = await read(await signLogoutToken(keys, alg, logout, now));
    expect(protectedHeader).toEqual({ alg, typ: 'logout+jwt', kid: `public-${alg}` });
    expect(payload).toEqual({
      ...{ iss: issuer, aud: 'books', sub: 'a user', sid: 'a session', jti: 'an id' },
      ...{ iat: now, exp: now + 120 },
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
  });

  const claims = { iss: issuer, sub: 'a user', aud: 'books' };
  const sign = (changes: object, typ: 'JWT' | 'logout+jwt' = 'JWT') =>
    signToken(keys, { alg, typ }, { ...claims, ...changes });
  const hint: IdTokenHint = { subject: 'a user', audience: 'books' };

  test('an id_token identifies its user, even if it has expired', async () => {
    expect(await readIdTokenHint(keys, await sign({ exp: 1 }), issuer)).toEqual(hint);
  });

  test.each<[string, () => Promise<string>]>([
    ['of another issuer', () => sign({ iss: 'https://evil.example' })],
    ['for several audiences', () => sign({ aud: ['books'] })],
    ['without a subject', () => sign({ sub: undefined })],
    ['that is a logout_token', () => sign({}, 'logout+jwt')],
    ['with another signature', async () => `${await sign({})}`.replace(/[^.]+$/, 'A'.repeat(86))],
    ["that isn't a JWT", async () => 'a.b'],
  ])('an id_token %s identifies no user', async (_, token) => {
    expect(await readIdTokenHint(keys, await token(), issuer)).toBeUndefined();
  });

  test('an id_token of a removed key identifies no user', async () => {
    const others = keys.map((key) => ({ ...key, id: 'next' }));
    expect(await readIdTokenHint(others, await sign({}), issuer)).toBeUndefined();
  });
});

test('a logout_token is posted as a form, and only 400 is a final rejection', async () => {
  const address = 'https://books.example.com/logout';
  expect(logoutMessage(address, 'a.b.c')).toEqual({
    address,
    contentType: 'application/x-www-form-urlencoded',
    body: 'logout_token=a.b.c',
  });
  const rejections = [400, 401, 403, 404, 410, 429, 500, 501].map(
    async (status) => [status, await readLogoutRejection(new Response(null, { status }))] as const,
  );
  expect((await Promise.all(rejections)).filter(([, rejection]) => rejection !== undefined)).toEqual([
    [400, {}],
  ]);
});

describe('a token request', () => {
  const fields = { grant_type: 'authorization_code', code: 'c', redirect_uri: 'https://books.example.com/' };
  const readFields = (changes: object) => {
    const given = Object.entries({ ...fields, ...changes }).filter(([, value]) => value !== undefined);
    return readTokenRequest(new Parameters(new URLSearchParams(given as [string, string][])));
  };

  test('has a code, its redirect URI, and the challenge of its verifier', async () => {
    const { grant_type: _, ...rest } = fields;
    expect(await readFields({})).toEqual(rest);
    const code_challenge = createHash('sha256').update('a verifier').digest('base64url');
    expect(await readFields({ code_verifier: 'a verifier' })).toEqual({ ...rest, code_challenge });
  });

  test.each([
    ['grant_type', undefined, 'missing_item'],
    ['grant_type', 'refresh_token', 'unsupported_grant_type'],
    ['code', undefined, 'missing_item'],
    ['redirect_uri', undefined, 'missing_item'],
  ])('with the %s %s is refused: %s', async (item, value, reason) => {
    await expect(readFields({ [item]: value })).rejects.toMatchObject({ reason });
  });
});
