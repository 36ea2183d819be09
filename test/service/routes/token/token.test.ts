import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accessToken } from '../../../../workers/service/settings/service-sealed-types.ts';
import { challengeOf, grantAutomatically, grantSignIn, sealCode } from '../../../support/fixtures/grants.ts';
import {
  accessTokenFor,
  basic,
  jsonOf,
  requestToken,
  requestUser,
} from '../../../support/requests/service-requests.ts';
import { applications, serviceKeys } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld();

/** Expects the refusal of a request that names no valid code, after which the code still works. */
async function expectUnspent(code: string, fields: Record<string, string> = {}) {
  expect((await requestToken(world, { code, ...fields })).status).toBe(200);
}

describe('§2.3 the access token response', () => {
  test('contains exactly access_token, token_type, and expires_in, in this order', async () => {
    const { code } = await grantSignIn(world);
    const response = await requestToken(world, { code });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    const text = await response.text();
    expect(text).toMatch(/^\{"access_token":"[\w.~-]+","token_type":"bearer","expires_in":600\}$/);
  });

  test('ends with the state that was sent', async () => {
    const { code } = await grantSignIn(world);
    const state = 'a+b/c=&한글 %';
    const text = await (await requestToken(world, { code, state })).text();
    expect(Object.keys(JSON.parse(text))).toEqual(['access_token', 'token_type', 'expires_in', 'state']);
    expect(JSON.parse(text).state).toBe(state);
  });

  test('contains automatic_login only if the request asks for it with Prefer', async () => {
    const { shop } = applications;
    const members = ['access_token', 'token_type', 'expires_in'];
    const told = async (asked: Record<string, string>, automatic: boolean) => {
      const first = await grantSignIn(world, { client_id: shop.client_id, automaticLogin: 'Y' });
      const { code } = automatic ? await grantAutomatically(world, first) : first;
      const sent = { code, automatic_login: 'N' };
      const answer = await requestToken(world, sent, { headers: { Authorization: basic(shop), ...asked } });
      return (await answer.json()) as Record<string, unknown>;
    };
    for (const ignored of [
      '',
      'automatic-login',
      'respond-async;automatic_login',
      'state, expires_in',
      ', ,,',
    ])
      expect(Object.keys(await told({ Prefer: ignored }, true))).toEqual(members);
    expect(Object.keys(await told({}, true))).toEqual(members);
    const asked = { Prefer: 'anything else , Automatic_Login; wait=1' };
    expect(await told(asked, true)).toMatchObject({ expires_in: 600, automatic_login: 'Y' });
    expect(await told(asked, false)).toMatchObject({ expires_in: 600, automatic_login: 'N' });
  });

  test('has a token of unreserved URL characters, like the code', async () => {
    const granted = await grantSignIn(world);
    expect(granted.code).toMatch(/^[\w.~-]+$/);
    expect(await accessTokenFor(world, granted)).toMatch(/^[\w.~-]+$/);
  });

  test('has a token that contains its expiry, so that an expired one needs no storage', async () => {
    const token = await accessTokenFor(world, await grantSignIn(world));
    const read = await accessToken.read(serviceKeys, token);
    expect(read?.expires).toBe((await world.clock.now()) + 600);
  });
});

describe('§4.2 an authorization code', () => {
  test('is valid 55 seconds after the sign-in, and not after 60', async () => {
    const [early, late] = [await grantSignIn(world), await grantSignIn(world)];
    await world.clock.advance(55);
    expect((await requestToken(world, { code: early.code })).status).toBe(200);
    await world.clock.advance(5);
    await expectInvalidCode(late.code);
  });

  test("returns 500 server_error like an unknown code if its grant doesn't exist", async () => {
    await expectInvalidCode(await sealCode(world, { plid: randomUUID(), grant: randomUUID() }));
  });

  test.each([
    ['the shape of a code', 'a.b.c.d.e'],
    ['empty parts', '....'],
    ['a percent sign', '%00'],
    ['20,000 characters', 'x'.repeat(20_000)],
  ])('returns 500 server_error that names it if it is unknown: %s', async (_, code) => {
    await expectInvalidCode(code);
  });

  test('works once; sent again, it returns 500, and the token issued for it is revoked', async () => {
    const granted = await grantSignIn(world);
    const token = await accessTokenFor(world, granted);
    expect((await requestUser(world, token)).status).toBe(200);
    await expectInvalidCode(granted.code);
    expect((await requestUser(world, token)).status).toBe(401);
  });

  test('revokes its token if it is sent again after its 60 seconds', async () => {
    const granted = await grantSignIn(world);
    const token = await accessTokenFor(world, granted);
    await world.clock.advance(300);
    expect((await requestUser(world, token)).status).toBe(200);
    await expectInvalidCode(granted.code);
    expect((await requestUser(world, token)).status).toBe(401);
  });

  test('issues no token after it has expired unused, even the second time', async () => {
    const { code } = await grantSignIn(world);
    await world.clock.advance(61);
    await expectInvalidCode(code);
    await expectInvalidCode(code);
  });

  test('returns 500 to any caller after its expiry, and only its own application revokes the token', async () => {
    const granted = await grantSignIn(world, { code_challenge: challengeOf('v') });
    const fields = { code: granted.code, code_verifier: 'v' };
    const { access_token = '' } = await jsonOf(await requestToken(world, fields));
    await world.clock.advance(300);
    expect((await requestToken(world, fields, { headers: asBank() })).status).toBe(500);
    expect((await requestToken(world, { ...fields, code_verifier: 'w' })).status).toBe(500);
    expect((await requestToken(world, { ...fields, redirect_uri: 'https://x.example' })).status).toBe(500);
    expect((await requestUser(world, access_token)).status).toBe(200);
    expect((await requestToken(world, fields)).status).toBe(500);
    expect((await requestUser(world, access_token)).status).toBe(401);
  });

  test("doesn't revoke its token if another application sends it", async () => {
    const granted = await grantSignIn(world);
    const token = await accessTokenFor(world, granted);
    await expectRefused({ code: granted.code }, asBank(), 'invalid_grant');
    expect((await requestUser(world, token)).status).toBe(200);
  });

  test('returns 400 invalid_grant to another application, and stays valid', async () => {
    const { code } = await grantSignIn(world);
    await expectRefused({ code }, asBank(), 'invalid_grant');
    await expectUnspent(code);
  });

  test("returns 400 invalid_grant for another redirect_uri than its request's, and stays valid", async () => {
    const { redirect_uri } = world.applications.shop;
    const { code } = await grantSignIn(world, { redirect_uri });
    for (const other of [`${world.gateway}/auth/callback`, `${redirect_uri}/`, redirect_uri.toUpperCase()]) {
      await expectRefused({ code, redirect_uri: other }, {}, 'invalid_grant');
    }
    await expectUnspent(code, { redirect_uri });
  });

  test('treats an empty redirect_uri as missing', async () => {
    await expectUnspent((await grantSignIn(world)).code, { redirect_uri: '' });
  });

  test("isn't used up by a wrong secret", async () => {
    const { code } = await grantSignIn(world);
    const wrong = basic({ ...world.applications.shop, client_secret: world.applications.bank.client_secret });
    const response = await requestToken(world, { code }, { headers: { Authorization: wrong } });
    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toMatch(/^Basic /);
    expect((await jsonOf(response)).error).toBe('invalid_client');
    await expectUnspent(code);
  });

  /** single-use.test.ts does this 200 times, within the runtime. */
  test('issues exactly one token for 16 simultaneous redemptions', async () => {
    const { code } = await grantSignIn(world);
    const sendings = Array.from({ length: 16 }, () => requestToken(world, { code }));
    const statuses = (await Promise.all(sendings)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(15).fill(500)]);
  });
});

describe('PKCE (RFC 7636)', () => {
  const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const challenged = () => grantSignIn(world, { code_challenge: challengeOf(code_verifier) });

  test('accepts the verifier whose S256 hash is the challenge', async () => {
    expect(challengeOf(code_verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    await expectUnspent((await challenged()).code, { code_verifier });
  });

  test('rejects a missing verifier, and the code stays valid', async () => {
    const { code } = await challenged();
    const { message } = await expectRefused({ code }, {}, 'invalid_request');
    expect(message).toBe('The required item code_verifier is missing.');
    await expectUnspent(code, { code_verifier });
  });

  test.each([
    ['another', 'x'.repeat(43)],
    ['the challenge itself', challengeOf(code_verifier)],
    ['a shorter one', code_verifier.slice(0, -1)],
  ])('rejects %s as a verifier with invalid_grant, and the code stays valid', async (_, wrong) => {
    const { code } = await challenged();
    await expectRefused({ code, code_verifier: wrong }, {}, 'invalid_grant');
    await expectUnspent(code, { code_verifier });
  });

  test('rejects a verifier without a challenge, and the code stays valid', async () => {
    const { code } = await grantSignIn(world);
    const { message } = await expectRefused({ code, code_verifier }, {}, 'invalid_request');
    expect(message).toBe('The value of code_verifier is not valid.');
    await expectUnspent(code);
  });
});

const asBank = () => ({ Authorization: basic(world.applications.bank) });

async function expectRefused(fields: Record<string, string>, headers: Record<string, string>, error: string) {
  const response = await requestToken(world, fields, { headers });
  expect(response.status).toBe(400);
  const answer = await jsonOf(response);
  expect(answer.error).toBe(error);
  return answer;
}

async function expectInvalidCode(code: string) {
  const response = await requestToken(world, { code });
  expect(response.status).toBe(500);
  const message = `Invalid authorization code: ${code.length > 6 ? `…${code.slice(-6)}` : code}`;
  expect(await jsonOf(response)).toEqual({ error: 'server_error', message, error_description: message });
}
