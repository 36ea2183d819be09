import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFieldCipher, fieldKeyBytes } from '../../../../workers/core/protocol/field-cipher.ts';
import openid from '../../../../workers/gateway/features/openid/index.ts';
import { createSessionToken } from '../../../../workers/gateway/sessions/session-token.ts';
import { gatewayEnv } from '../../../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../../../effects/support/numbered-world.ts';
import { comeBack, plid } from '../../../effects/support/stored-session.ts';
import { readToken } from '../../../support/fixtures/openid.ts';
import { basic } from '../../../support/requests/service-requests.ts';
import {
  gatewayKeys,
  gatewaySecrets,
  origins,
  serviceSecrets,
} from '../../../support/world/test-settings.ts';

const issuer = `${origins.gateway}/auth/oidc`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const cipher = await createFieldCipher(fieldKeyBytes(gatewaySecrets.CLIENT_SECRET));

/** A relying party whose secret is being replaced, and that receives sign-outs. */
const books = {
  ...{ client_id: 'books', client_secret: 'the new secret', redirect_uri: 'https://books.example/callback' },
  scope: 'openid profile phone',
};
/** A relying party on another host, whose id_tokens have no claims. */
const papers = {
  ...{
    client_id: 'papers',
    client_secret: 'secret of papers',
    redirect_uri: 'https://papers.example/callback',
  },
  scope: 'openid profile',
};
const clients = JSON.stringify([
  {
    ...{ id: 'books', redirect_uris: [books.redirect_uri], scope: books.scope, alg: 'ES256' },
    secrets: [sha256(books.client_secret), sha256('the old secret')],
    backchannel_logout_uri: 'https://books.example/logout',
  },
  {
    ...{ id: 'papers', redirect_uris: [papers.redirect_uri], secrets: [sha256(papers.client_secret)] },
    id_token_claims: false,
  },
]);
type Party = typeof books;

let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
  world.elsewhere = async ({ pathname }) => {
    if (pathname === '/oauth2/token')
      return Response.json({ access_token: 'token', token_type: 'bearer', expires_in: 600, amr: ['sms'] });
    const identity = { name: await cipher.encrypt('김하나'), phoneNo: await cipher.encrypt('01055550001') };
    const user = { plid, ...identity, autoLoginYn: 'N', autoStatusCheck: 'N' };
    return Response.json({ code: '0000', error: 'success', message: 'ok', user });
  };
});
afterEach(() => world.close());

const send = (path: string, init: RequestInit = {}, settings: object = {}) =>
  world.during(() =>
    world.send(
      openid,
      { ...gatewayEnv(world), OPENID_CLIENTS: clients, ...settings },
      `${issuer}${path}`,
      init,
    ),
  );

/** Signs a browser in at the gateway. @returns its cookie. */
async function signedIn(): Promise<string> {
  expect(await world.during(() => comeBack(world, 'first'))).toBe(303);
  const token = await createSessionToken(gatewayKeys, { plid, secret: 'secret of first' }, world.now + 7_200);
  return `__Host-plid-session=${token}`;
}

async function authorize(cookie: string, query: Record<string, string> = {}, party: Party = books) {
  const { client_id, redirect_uri, scope } = party;
  const usual = { client_id, redirect_uri, scope, response_type: 'code', state: 'a state' };
  const headers = { Cookie: cookie };
  const answer = await send(`/authorize?${new URLSearchParams({ ...usual, ...query })}`, { headers });
  const address = new URL(answer.headers.get('Location') ?? '');
  return { address, sent: Object.fromEntries(address.searchParams) as Record<string, string> };
}

async function redeem(code = '', party: Party = books, secret = party.client_secret, settings = {}) {
  const answer = await send(
    '/token',
    {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Authorization: basic({ ...party, client_secret: secret }),
      },
      body: new URLSearchParams({
        ...{ grant_type: 'authorization_code', code, redirect_uri: party.redirect_uri },
      }).toString(),
    },
    settings,
  );
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

async function userinfo(token = '') {
  const answer = await send('/userinfo', { headers: { Authorization: `Bearer ${token}` } });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** The log lines of the requests so far. */
const lines = (): Record<string, unknown>[] =>
  [...vi.mocked(console.info).mock.calls, ...vi.mocked(console.warn).mock.calls].map(([line]) =>
    JSON.parse(String(line)),
  );

describe('the tokens of a relying party', () => {
  test("have the user's allowed claims, from the last sign-in on the phone", async () => {
    const cookie = await signedIn();
    const { address, sent } = await authorize(cookie, { nonce: 'a nonce' });
    expect(address.origin + address.pathname).toBe(books.redirect_uri);
    expect(sent).toEqual({ code: expect.any(String), state: 'a state', iss: issuer });
    const { status, body } = await redeem(sent.code);
    const { id_token = '', access_token, ...others } = body;
    expect([status, others]).toEqual([200, { token_type: 'Bearer', expires_in: 600, scope: books.scope }]);
    const { header, claims } = readToken(id_token);
    expect(header).toMatchObject({ alg: 'ES256' });
    const { sub, sid, updated_at, at_hash, exp, ...known } = claims as Record<string, unknown>;
    expect(known).toEqual({
      ...{ iss: issuer, aud: 'books', nonce: 'a nonce', acr: 'urn:plid:phone', amr: ['sms'] },
      ...{ iat: world.now, auth_time: world.now },
      ...{ name: '김하나', phone_number: '+821055550001', phone_number_verified: true },
    });
    expect([sub, sid]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.any(String)]);
    expect(Math.abs(Number(updated_at) - Date.now() / 1000)).toBeLessThan(60);
    const { name, phone_number, phone_number_verified } = known;
    const told = { sub, name, phone_number, phone_number_verified, updated_at };
    expect(await userinfo(access_token)).toEqual({ status: 200, body: told });
    expect(at_hash).toBeDefined();
    expect(exp).toBeGreaterThan(world.now);
  });

  test('of another one, on another host, have another subject, and no claims if it wants none', async () => {
    const cookie = await signedIn();
    const [first, second] = [await authorize(cookie), await authorize(cookie, {}, papers)];
    const ofBooks = readToken((await redeem(first.sent.code)).body.id_token ?? '').claims;
    const { body } = await redeem(second.sent.code, papers);
    const { header, claims } = readToken(body.id_token ?? '');
    expect(header).toMatchObject({ alg: 'RS256' });
    expect(Object.keys(claims).sort()).toEqual(
      ['iss', 'aud', 'sub', 'iat', 'exp', 'at_hash', 'acr', 'amr', 'auth_time'].sort(),
    );
    expect(claims.sub).not.toBe(ofBooks.sub);
    const { status, body: told } = await userinfo(body.access_token);
    expect([status, Object.keys(told).sort()]).toEqual([200, ['name', 'sub', 'updated_at']]);
    expect(told.sub).toBe(claims.sub);
  });

  test('have no time of an identity that they do not contain', async () => {
    const { sent } = await authorize(await signedIn(), { scope: 'openid phone' });
    const { claims } = readToken((await redeem(sent.code)).body.id_token ?? '');
    expect(claims).toMatchObject({ phone_number: '+821055550001' });
    expect(claims).not.toHaveProperty('updated_at');
  });

  test('are those of either secret while it is replaced, and of no other', async () => {
    const cookie = await signedIn();
    for (const [secret, status] of [
      [books.client_secret, 200],
      ['the old secret', 200],
      ['another secret', 401],
      ['', 401],
    ] as const) {
      const { sent } = await authorize(cookie);
      expect([secret, (await redeem(sent.code, books, secret)).status]).toEqual([secret, status]);
    }
    const unknown = { ...books, client_id: 'unknown' };
    expect(await redeem('code', unknown)).toMatchObject({ status: 401, body: { reason: 'bad_credentials' } });
  });

  test('last for ten minutes, and end with the second use of their code', async () => {
    const cookie = await signedIn();
    const lasting = (await redeem((await authorize(cookie)).sent.code)).body.access_token;
    const { sent } = await authorize(cookie);
    const { body } = await redeem(sent.code);
    expect((await userinfo(body.access_token)).status).toBe(200);
    expect(await redeem(sent.code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await userinfo(body.access_token)).status).toBe(401);
    world.now += 599;
    expect((await userinfo(lasting)).status).toBe(200);
    world.now += 1;
    expect((await userinfo(lasting)).status).toBe(401);
  });

  test('need a challenge once their relying party requires PKCE, even for a code of before', async () => {
    const { sent } = await authorize(await signedIn());
    const required = (JSON.parse(clients) as object[]).map((entry) => ({ ...entry, pkce: 'required' }));
    const settings = { OPENID_CLIENTS: JSON.stringify(required) };
    const refused = await redeem(sent.code, books, books.client_secret, settings);
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await redeem(sent.code)).status).toBe(200);
  });

  test('are in the log with their relying party, as is a code that is used twice', async () => {
    const cookie = await signedIn();
    const { sent } = await authorize(cookie);
    const { body } = await redeem(sent.code);
    await userinfo(body.access_token);
    await redeem(sent.code);
    await vi.waitFor(() => expect(lines().filter(({ client_id }) => client_id === 'books')).toHaveLength(4));
    const told = JSON.stringify(lines());
    expect([told.includes('openid_login'), told.includes('code_replayed')]).toEqual([true, true]);
  });
});

test('a code that is posted in a form comes from a page without a link, which could not post it again', async () => {
  const { client_id, redirect_uri, scope } = books;
  const query = { client_id, redirect_uri, scope, response_type: 'code', response_mode: 'form_post' };
  const headers = { Cookie: await signedIn(), Accept: 'text/html' };
  const answer = await send(`/authorize?${new URLSearchParams(query)}`, { headers });
  const html = await answer.text();
  expect(html).toContain(`action="${redirect_uri}"`);
  expect(html).toMatch(/name="code" value="[^"]+"/);
  expect(html).not.toContain('<a ');
});

test('a request that is posted to another host is repeated at GATEWAY_ORIGIN', async () => {
  const body = new URLSearchParams({ client_id: 'books', state: 'a b' }).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const env = { ...gatewayEnv(world), OPENID_CLIENTS: clients };
  const other = 'https://www.shop.example.com/auth/oidc/authorize';
  const answer = await world.send(openid, env, other, { method: 'POST', headers, body });
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${issuer}/authorize?${body}`]);
});

test.each([
  ['/logout', 'GET', {}],
  ['/logout/confirm', 'POST', { Origin: origins.gateway }],
])('a faulty request to %s gets a page that leads back, not to a sign-in', async (path, method, more) => {
  const query = new URLSearchParams({
    client_id: 'books',
    post_logout_redirect_uri: 'https://evil.example/',
  });
  const headers = { Accept: 'text/html', 'Accept-Language': 'en', ...(more as object) };
  const answer = await send(`${path}?${query}`, { method, headers });
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([400, 'text/html; charset=utf-8']);
  const html = await answer.text();
  expect(html).toContain('href="/"');
  expect(html).not.toContain('/auth/login');
});

test('relying parties find every claim and, while it is replaced, both keys', async () => {
  const read = async (path: string, settings: object = {}) =>
    (await (await send(path, {}, settings)).json()) as Record<string, unknown>;
  const document = await read('/.well-known/openid-configuration');
  expect(document.subject_types_supported).toEqual(['pairwise']);
  expect(document.claims_supported).toEqual(expect.arrayContaining(['sub', 'name', 'updated_at', 'sid']));
  const OPENID_KEY = `${serviceSecrets.OPENID_KEY.replace(/^[^:]+/, 'next')},${gatewaySecrets.OPENID_KEY}`;
  const { keys } = await read('/jwks.json', { OPENID_KEY });
  expect(new Set((keys as { kid: string }[]).map(({ kid }) => kid)).size).toBe(4);
});

test('without relying parties, there is no endpoint of OpenID Connect', async () => {
  const paths = ['.well-known/openid-configuration', 'jwks.json', 'authorize', 'userinfo', 'logout'];
  for (const path of paths) {
    const answer = await send(`/${path}`, {}, { OPENID_CLIENTS: '[]' });
    expect([path, answer.status]).toEqual([path, 404]);
  }
});

describe('a request that the session does not satisfy', () => {
  test('with prompt=none returns login_required, also in the log', async () => {
    const { address, sent } = await authorize('', { prompt: 'none' });
    expect(address.origin + address.pathname).toBe(books.redirect_uri);
    expect(sent).toMatchObject({ error: 'login_required', state: 'a state', iss: issuer });
    await vi.waitFor(() =>
      expect(lines()).toContainEqual(expect.objectContaining({ returned: 'login_required' })),
    );
  });

  test.each([
    ['without a session', false, {}, null],
    ['with prompt=login', true, { prompt: 'login' }, 'login'],
    ['with prompt=select_account', true, { prompt: 'select_account' }, 'select_account'],
    ['with max_age=0', true, { max_age: '0' }, 'login'],
    ['with a hint of another user', true, { id_token_hint: 'a.b.c' }, 'select_account'],
    [
      'with a hint of another user and prompt=login',
      true,
      { id_token_hint: 'a.b.c', prompt: 'login' },
      'login',
    ],
  ] as const)('%s leads to the login', async (_, hasSession, query, prompt) => {
    const { address } = await authorize(hasSession ? await signedIn() : '', query);
    expect(address.origin + address.pathname).toBe(`${origins.gateway}/auth/login`);
    expect(address.searchParams.get('prompt')).toBe(prompt);
    expect(address.href).not.toContain('a.b.c');
  });

  test('keeps its hint for the hour that a login may take', async () => {
    const cookie = await signedIn();
    const { body } = await redeem((await authorize(cookie)).sent.code);
    const { address } = await authorize('', { id_token_hint: body.id_token ?? '' });
    const path = address.searchParams.get('return_to') ?? '';
    expect(path).toMatch(/^\/auth\/oidc\/authorize\?/);
    world.now += 3_599;
    const answer = await send(path.slice('/auth/oidc'.length), { headers: { Cookie: cookie } });
    expect(new URL(answer.headers.get('Location') ?? '').searchParams.has('code')).toBe(true);
  });

  test('with a hint of its own user needs no login', async () => {
    const cookie = await signedIn();
    const { body } = await redeem((await authorize(cookie)).sent.code);
    const { sent } = await authorize(cookie, { id_token_hint: body.id_token ?? '', prompt: 'none' });
    expect(sent).toMatchObject({ code: expect.any(String) });
  });
});
