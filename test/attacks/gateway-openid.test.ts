import { beforeEach, describe, expect, test } from 'vitest';
import { person, userAnswer } from '../support/fakes/service-stand-in.ts';
import {
  authorizeUrl,
  books,
  callbackFor,
  issuerOf,
  logInAt,
  papers,
  requestClaims,
  requestTokens,
  tokensAt,
} from '../support/fixtures/gateway-openid.ts';
import { halfHash, readToken } from '../support/fixtures/openid.ts';
import { codeOf, returned } from '../support/fixtures/sign-in.ts';
import { useGatewayWorld, Visitor } from '../support/world/gateway-world.ts';

const world = useGatewayWorld();
beforeEach(() => world.standIn.reset());

const somebodyElse = {
  ...person,
  plid: '7d0e7f64-5b7c-4b39-8a40-3f6f0d1d8a02',
  ci: `${'Zm8v'.repeat(21)}YQ==`,
};
const atService = '/oauth2/authorize';
const claimsAt = async (party = books, visitor = new Visitor(world)) =>
  readToken((await tokensAt(world, await logInAt(world, { visitor, party }), party)).id_token).claims;
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

test('a code is rejected for another relying party and stays valid', async () => {
  const code = codeOf(await logInAt(world));
  for (const redirect_uri of [books.redirect_uri, papers.redirect_uri]) {
    const refused = await requestTokens(world, { code, redirect_uri }, papers);
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  }
  expect((await requestTokens(world, { code })).status).toBe(200);
});

test("code, access token, id_token, and session can't replace one another", async () => {
  const visitor = new Visitor(world);
  const code = codeOf(await logInAt(world, { visitor }));
  const { access_token, id_token } = await tokensAt(world, await logInAt(world, { visitor }));
  const session = visitor.secret ?? '';
  for (const token of [code, id_token, session, session.replace('plid_', '')])
    expect((await requestClaims(world, token)).status).toBe(401);
  for (const other of [access_token, id_token, session])
    expect((await requestTokens(world, { code: other })).status).toBe(400);
  for (const path of ['session', 'sessions', 'verify'])
    for (const token of [code, access_token, id_token, `plid_${code}`, `plid_${access_token}`])
      expect([401, 403]).toContain(
        (await world.fetch(`${world.gateway}/auth/${path}`, bearer(token))).status,
      );
});

test('an id_token has only the nonce of its own request', async () => {
  const visitor = new Visitor(world);
  const nonces = ['first', 'second', undefined];
  const ends = [];
  for (const nonce of nonces) ends.push(await logInAt(world, { visitor, query: { nonce } }));
  for (const [index, end] of [...ends.entries()].reverse()) {
    const answer = await requestTokens(world, { code: codeOf(end), nonce: 'chosen at the token endpoint' });
    const { id_token, access_token } = (await answer.json()) as Record<string, string>;
    const { claims } = readToken(id_token ?? '');
    expect(claims.nonce).toBe(nonces[index]);
    expect(claims).toMatchObject({ aud: books.client_id, at_hash: halfHash(access_token ?? '') });
  }
});

describe("a user of a gateway's relying parties", () => {
  test('has a constant sub per host, and the plid is never disclosed', async () => {
    const visitor = new Visitor(world);
    const [first, again] = [await claimsAt(books, visitor), await claimsAt(books)];
    const other = await claimsAt(papers, visitor);
    expect(again.sub).toBe(first.sub);
    expect(other.sub).not.toBe(first.sub);
    for (const claims of [first, other]) expect(JSON.stringify(claims)).not.toContain(person.plid);
    world.standIn.answer({ user: () => userAnswer(somebodyElse) });
    expect((await claimsAt(books)).sub).not.toBe(first.sub);
  });

  test('discloses only the claims that the relying party is registered for', async () => {
    const claims = await claimsAt(papers);
    expect(claims).toMatchObject({ name: person.name });
    for (const absent of ['phone_number', 'phone_number_verified', 'email'])
      expect(claims).not.toHaveProperty(absent);
  });

  test('gets no code if the id_token_hint names another user', async () => {
    const visitor = new Visitor(world);
    const { id_token } = await tokensAt(world, await logInAt(world, { visitor }));
    const ask = (hint: string, more = {}) =>
      visitor.get(authorizeUrl(world, { id_token_hint: hint, scope: 'openid', ...more }));
    expect(returned(await ask(id_token))).toHaveProperty('code');
    world.standIn.answer({ user: () => userAnswer(somebodyElse) });
    const other = await tokensAt(world, await logInAt(world));
    for (const hint of [other.id_token, 'made.up.hint']) {
      expect(returned(await ask(hint, { prompt: 'none' }))).toMatchObject({ error: 'login_required' });
      expect((await ask(hint)).url.searchParams.get('prompt')).toBe('select_account');
    }
    const first = await ask(other.id_token);
    world.standIn.reset();
    const end = await visitor.get(callbackFor(world, first));
    expect(returned(end)).toMatchObject({ error: 'login_required' });
  });
});

describe('a forced sign-in at the gateway', () => {
  const forced = { prompt: 'login' };
  /** The address with which the login leads back. */
  async function returnOf(visitor: Visitor, query: Record<string, string>): Promise<URL> {
    const answer = await visitor.fetch(authorizeUrl(world, query), { redirect: 'manual' });
    const login = new URL(answer.headers.get('Location') ?? '');
    expect(login.pathname).toBe('/auth/login');
    return new URL(login.searchParams.get('return_to') ?? '', world.gateway);
  }
  const goesToPhone = async (visitor: Visitor, address: URL | string) =>
    (await visitor.get(address)).url.pathname === atService;
  async function signedIn() {
    const visitor = new Visitor(world);
    await visitor.signIn();
    await world.clock.advance(1);
    return visitor;
  }

  test("isn't skipped by returning to the request without it", async () => {
    const visitor = await signedIn();
    for (const query of [forced, { max_age: '0' }]) {
      const end = await visitor.get(await returnOf(visitor, query));
      expect(returned(end)).toMatchObject({ error: 'access_denied' });
    }
  });

  test('counts once, when it is completed', async () => {
    const visitor = await signedIn();
    const address = await returnOf(visitor, forced);
    await world.clock.advance(1);
    await visitor.signIn();
    expect(returned(await visitor.get(address))).toHaveProperty('code');
    await world.clock.advance(120);
    expect(returned(await visitor.get(address))).not.toHaveProperty('code');
  });

  test.each([
    ['prompt=login', forced],
    ['max_age', { max_age: '0' }],
  ])("with %s isn't satisfied by a browser that didn't start it", async (_, query) => {
    const attacker = new Visitor(world);
    const victim = await signedIn();
    const [address, other] = [
      await returnOf(attacker, query),
      await returnOf(victim, { ...query, state: 'own' }),
    ];
    await world.clock.advance(1);
    await victim.signIn();
    expect(await goesToPhone(victim, address)).toBe(true);
    expect(await goesToPhone(victim, other), 'their own round counts').toBe(false);
    await attacker.signIn();
    expect(returned(await attacker.get(address)), 'in the browser that began it').toHaveProperty('code');
  });

  test('prompts the phone each time, even right after a session started', async () => {
    const visitor = new Visitor(world);
    await visitor.signIn();
    expect(await goesToPhone(visitor, authorizeUrl(world, forced))).toBe(true);
    expect(await goesToPhone(visitor, authorizeUrl(world, { max_age: '0' }))).toBe(true);
    expect(await goesToPhone(visitor, authorizeUrl(world, { max_age: '1' }))).toBe(false);
  });
});

describe('an id_token_hint', () => {
  /** Every address that a browser is led to after a request, up to the service or the relying party. */
  async function addressesAfter(visitor: Visitor, first: Response): Promise<string[]> {
    const addresses: string[] = [];
    let answer = first;
    for (let location = answer.headers.get('Location'); location !== null; ) {
      addresses.push(decodeURIComponent(location));
      if (new URL(location).origin !== world.gateway) break;
      answer = await visitor.fetch(location, { redirect: 'manual' });
      location = answer.headers.get('Location');
    }
    return addresses;
  }

  test.each(['GET', 'POST'])('sent by %s appears in no redirect, and still counts', async (method) => {
    const visitor = new Visitor(world);
    const { id_token } = await tokensAt(world, await logInAt(world));
    const address = authorizeUrl(world, { id_token_hint: id_token });
    const [path = '', body = ''] = address.split('?');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://rp.example' };
    const sent = method === 'GET' ? ([address] as const) : ([path, { method, headers, body }] as const);
    const first = await visitor.fetch(sent[0], { ...sent[1], redirect: 'manual' });
    const addresses = await addressesAfter(visitor, first);
    expect(addresses.some((to) => to.includes('/auth/login?'))).toBe(true);
    expect(addresses.at(-1)).toContain(atService);
    const [, payload = ''] = id_token.split('.');
    for (const to of addresses) {
      expect(to).not.toContain(payload);
      expect(to).not.toContain(payload.slice(20, 60));
    }

    const login = addresses.find((to) => to.includes('/auth/login?')) ?? '';
    const returnTo = login.slice(login.indexOf('return_to=') + 'return_to='.length);
    const back = new URL(returnTo.replace(/&browser=current$/, ''), world.gateway);
    world.standIn.answer({ user: () => userAnswer(somebodyElse) });
    await visitor.signIn();
    const refused = await visitor.get(back);
    expect(returned(refused), 'somebody else').toMatchObject({ error: 'login_required' });
    world.standIn.reset();
    await visitor.signIn();
    expect(returned(await visitor.get(back)), 'the user of the id_token_hint').toHaveProperty('code');
  });

  test('of another issuer appears in no redirect, and names no user', async () => {
    const hint = `eyJhbGciOiJIUzI1NiJ9.${'x'.repeat(40)}.s`;
    const answer = await world.fetch(authorizeUrl(world, { id_token_hint: hint }), { redirect: 'manual' });
    expect(decodeURIComponent(answer.headers.get('Location') ?? '')).not.toContain(hint);
  });
});

test("credentials and codes in the token endpoint's URL are ignored", async () => {
  const code = codeOf(await logInAt(world));
  const { client_id, client_secret, redirect_uri } = books;
  const fields = { grant_type: 'authorization_code', code, redirect_uri };
  const send = (query: Record<string, string>, body: Record<string, string>, headers = {}) =>
    world.fetch(`${issuerOf(world)}/token?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(body).toString(),
    });
  const secret = { client_id, client_secret };
  const basic = { Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` };
  for (const [query, body, headers] of [
    [{ ...secret, ...fields }, {}, {}],
    [secret, fields, {}],
    [{ client_secret }, { client_id, ...fields }, {}],
    [{ code }, { grant_type: fields.grant_type, redirect_uri }, basic],
  ] as const) {
    const refused = await send(query, body, headers);
    const { error } = (await refused.json()) as { error: string };
    expect([refused.status, error]).toEqual([400, expect.stringMatching(/^invalid_(?:client|request)$/)]);
  }
  expect((await send({}, fields, basic)).status).toBe(200);
});

describe('a page of another site', () => {
  test.each(['iframe', 'image', 'empty', 'script'])('gets no code by an %s', async (destination) => {
    const signedIn = new Visitor(world);
    await signedIn.signIn();
    const headers = { 'Sec-Fetch-Dest': destination, Cookie: `__Host-plid-session=${signedIn.secret}` };
    const answer = await world.fetch(authorizeUrl(world), { headers, redirect: 'manual' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([400, null]);
  });

  test('has nothing stored for the users it sends here', async () => {
    const before = await world.flowIds();
    const answer = await world.fetch(authorizeUrl(world), { redirect: 'manual' });
    expect(answer.status).toBe(302);
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
    expect(cookies).toEqual(['__Host-plid-round']);
    expect(await world.flowIds()).toEqual(before);
  });
});

test('the longest accepted request is returned, and a longer one is rejected', async () => {
  const query = (length: number) => ({ state: 's'.repeat(length) });
  const room = 2_048 - new URL(authorizeUrl(world, query(0))).search.length + 1;
  const end = await logInAt(world, { query: query(room) });
  expect(returned(end)).toMatchObject({ state: 's'.repeat(room), code: expect.any(String) });
  const refused = await new Visitor(world).get(authorizeUrl(world, query(room + 1)));
  expect(returned(refused)).toMatchObject({ error: 'invalid_request' });
});

test("redirects after a sign-in contain only the request's own parameters", async () => {
  const visitor = new Visitor(world);
  const first = await visitor.get(authorizeUrl(world, { return_to: '/elsewhere', prompt: 'none none' }));
  expect(returned(first)).toMatchObject({ error: 'invalid_request' });
  const again = await visitor.get(authorizeUrl(world, { return_to: '/elsewhere' }));
  const end = await visitor.get(callbackFor(world, again));
  expect(end.url.origin).toBe('http://localhost:3000');
});
