import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accessToken } from '../../../workers/service/shared/service-sealed-types.ts';
import { challengeOf, grantAutomatically, grantSignIn, sealCode } from '../../support/fixtures/grants.ts';
import {
  accessTokenFor,
  basic,
  jsonOf,
  requestToken,
  requestUser,
} from '../../support/requests/service-requests.ts';
import { applications, serviceKeys } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld();

/** Expects the refusal of a request that names no valid code, after which the code still works. */
async function expectUnspent(code: string, fields: Record<string, string> = {}) {
  expect((await requestToken(world, { code, ...fields })).status).toBe(200);
}

describe('§2.3 the access token response', () => {
  test('holds access_token, token_type and expires_in, in this order, and nothing else', async () => {
    const { code } = await grantSignIn(world);
    const response = await requestToken(world, { code });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    const text = await response.text();
    expect(text).toMatch(/^\{"access_token":"[\w.~-]+","token_type":"bearer","expires_in":600\}$/);
  });

  test('echoes the state that was sent, last', async () => {
    const { code } = await grantSignIn(world);
    const state = 'a+b/c=&한글 %';
    const text = await (await requestToken(world, { code, state })).text();
    expect(Object.keys(JSON.parse(text))).toEqual(['access_token', 'token_type', 'expires_in', 'state']);
    expect(JSON.parse(text).state).toBe(state);
  });

  test('only an application that asks for it is told whether this is an automatic login', async () => {
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
    const former = { 'Plid-Ask': 'automatic_login' };
    expect(await told(former, true)).toMatchObject({ automatic_login: 'Y' });
  });

  test('the code and the token are made of URL-unreserved characters', async () => {
    const granted = await grantSignIn(world);
    expect(granted.code).toMatch(/^[\w.~-]+$/);
    expect(await accessTokenFor(world, granted)).toMatch(/^[\w.~-]+$/);
  });

  test('the token itself says when it ends, so that one that has ended costs no storage', async () => {
    const token = await accessTokenFor(world, await grantSignIn(world));
    const read = await accessToken.read(serviceKeys, token);
    expect(read?.expires).toBe((await world.clock.now()) + 600);
  });
});

describe('§4.2 an authorization code', () => {
  test('works 55 seconds after the sign-in, and not after 60', async () => {
    const [early, late] = [await grantSignIn(world), await grantSignIn(world)];
    await world.clock.advance(55);
    expect((await requestToken(world, { code: early.code })).status).toBe(200);
    await world.clock.advance(5);
    await expectInvalidCode(late.code);
  });

  test('of a grant that nobody made is answered as any unknown code: 500 server_error', async () => {
    await expectInvalidCode(await sealCode(world, { plid: randomUUID(), grant: randomUUID() }));
  });

  test.each([
    ['the shape of a code', 'a.b.c.d.e'],
    ['empty parts', '....'],
    ['a percent sign', '%00'],
    ['20,000 characters', 'x'.repeat(20_000)],
  ])('that nobody issued (%s) is answered 500 server_error, naming it', async (_, code) => {
    await expectInvalidCode(code);
  });

  test('works once; sent again it is answered 500, and the token made from it stops working', async () => {
    const granted = await grantSignIn(world);
    const token = await accessTokenFor(world, granted);
    expect((await requestUser(world, token)).status).toBe(200);
    await expectInvalidCode(granted.code);
    expect((await requestUser(world, token)).status).toBe(401);
  });

  test('that was used and is sent again after its 60 seconds ends its token as well', async () => {
    const granted = await grantSignIn(world);
    const token = await accessTokenFor(world, granted);
    await world.clock.advance(300);
    expect((await requestUser(world, token)).status).toBe(200);
    await expectInvalidCode(granted.code);
    expect((await requestUser(world, token)).status).toBe(401);
  });

  test('that has expired unused makes no token, also not the second time', async () => {
    const { code } = await grantSignIn(world);
    await world.clock.advance(61);
    await expectInvalidCode(code);
    await expectInvalidCode(code);
  });

  test('that has expired is 500 whoever sends it, and only its own application ends the token', async () => {
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

  test('used by one application and sent by another leaves the token alone', async () => {
    const granted = await grantSignIn(world);
    const token = await accessTokenFor(world, granted);
    await expectRefused({ code: granted.code }, asBank(), 'invalid_grant');
    expect((await requestUser(world, token)).status).toBe(200);
  });

  test('of another application is refused with 400 invalid_grant, and not spent', async () => {
    const { code } = await grantSignIn(world);
    await expectRefused({ code }, asBank(), 'invalid_grant');
    await expectUnspent(code);
  });

  test('is refused with 400 invalid_grant when redirect_uri is sent and is not the one of its request, and not spent', async () => {
    const { redirect_uri } = world.applications.shop;
    const { code } = await grantSignIn(world, { redirect_uri });
    for (const other of [`${world.gateway}/auth/callback`, `${redirect_uri}/`, redirect_uri.toUpperCase()]) {
      await expectRefused({ code, redirect_uri: other }, {}, 'invalid_grant');
    }
    await expectUnspent(code, { redirect_uri });
  });

  test('takes an empty redirect_uri for none', async () => {
    await expectUnspent((await grantSignIn(world)).code, { redirect_uri: '' });
  });

  test('is not spent by a wrong secret', async () => {
    const { code } = await grantSignIn(world);
    const wrong = basic({ ...world.applications.shop, client_secret: world.applications.bank.client_secret });
    const response = await requestToken(world, { code }, { headers: { Authorization: wrong } });
    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toMatch(/^Basic /);
    expect((await jsonOf(response)).error).toBe('invalid_client');
    await expectUnspent(code);
  });

  /** single-use.test.ts does this 200 times, within the runtime. */
  test('makes exactly one token of 16 redemptions at the same time', async () => {
    const { code } = await grantSignIn(world);
    const sendings = Array.from({ length: 16 }, () => requestToken(world, { code }));
    const statuses = (await Promise.all(sendings)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(15).fill(500)]);
  });
});

describe('PKCE (RFC 7636)', () => {
  const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const challenged = () => grantSignIn(world, { code_challenge: challengeOf(code_verifier) });

  test('the S256 of the verifier is what the request challenged for', async () => {
    expect(challengeOf(code_verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    await expectUnspent((await challenged()).code, { code_verifier });
  });

  test('a challenge without a verifier: a required item is missing, and the code is not spent', async () => {
    const { code } = await challenged();
    const { message } = await expectRefused({ code }, {}, 'invalid_request');
    expect(message).toBe('The required item code_verifier is missing.');
    await expectUnspent(code, { code_verifier });
  });

  test.each([
    ['another', 'x'.repeat(43)],
    ['the challenge itself', challengeOf(code_verifier)],
    ['a shorter one', code_verifier.slice(0, -1)],
  ])('%s for a verifier: invalid_grant, and the code is not spent', async (_, wrong) => {
    const { code } = await challenged();
    await expectRefused({ code, code_verifier: wrong }, {}, 'invalid_grant');
    await expectUnspent(code, { code_verifier });
  });

  test('a verifier without a challenge: the value of code_verifier is not valid, and the code is not spent', async () => {
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
