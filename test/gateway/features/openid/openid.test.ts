import { beforeEach, describe, expect, test } from 'vitest';
import { linesWith } from '../../../support/assertions/log-lines.ts';
import { person, userAnswer } from '../../../support/fakes/service-stand-in.ts';
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
} from '../../../support/fixtures/gateway-openid.ts';
import { challengeOf } from '../../../support/fixtures/grants.ts';
import { halfHash, isSignedByKeysAt, readToken } from '../../../support/fixtures/openid.ts';
import { codeOf, returned } from '../../../support/fixtures/sign-in.ts';
import { jsonOf } from '../../../support/requests/service-requests.ts';
import { useGatewayWorld, Visitor } from '../../../support/world/gateway-world.ts';

const world = useGatewayWorld();
beforeEach(() => world.standIn.reset());

/** The service logs people in automatically from now on: without their attributes. */
const logsInAutomatically = () =>
  world.standIn.answer({ user: () => userAnswer({ plid: person.plid }, { autoLoginYn: 'Y' }) });
const claimsOf = ({ id_token }: { id_token: string }) => readToken(id_token).claims;
const atService = '/oauth2/authorize';

describe('the OpenID provider of the gateway', () => {
  test('publishes its discovery document and endpoints below /auth/oidc', async () => {
    const answer = await world.fetch(`${issuerOf(world)}/.well-known/openid-configuration`);
    const provider = (await answer.json()) as Record<string, unknown>;
    expect(provider).toMatchObject({ issuer: issuerOf(world), subject_types_supported: ['pairwise'] });
    const endpoints = Object.entries(provider).filter(([name]) => /_(?:endpoint|uri)$/.test(name));
    expect(endpoints).toHaveLength(5);
    for (const [name, address] of endpoints)
      expect(String(address).startsWith(`${issuerOf(world)}/`), name).toBe(true);
  });

  test('has the issuer of its settings, whatever the Host header', async () => {
    const address = `${issuerOf(world)}/.well-known/openid-configuration`;
    const answer = await world.fetch(address, { headers: { 'X-Forwarded-Host': 'evil.example' } });
    expect(await answer.text()).not.toContain('evil.example');
  });
});

describe('a gateway without relying parties', () => {
  const without = useGatewayWorld({ vars: { OPENID_CLIENTS: '[]' } });

  test.each(['.well-known/openid-configuration', 'jwks.json', 'authorize', 'userinfo', 'logout'])(
    'returns 404 for /auth/oidc/%s',
    async (path) => {
      expect((await without.fetch(`${issuerOf(without)}/${path}`)).status).toBe(404);
    },
  );
});

describe('an authorization request', () => {
  test('goes through the sign-in at the service, and returns with code, unchanged state, and iss', async () => {
    const visitor = new Visitor(world);
    const first = await visitor.get(authorizeUrl(world, { state: 'a+b/c=%20', ui_locales: 'en' }));
    expect(first.url.pathname).toBe(atService);
    expect(Object.fromEntries(first.url.searchParams)).toMatchObject({ ui_locales: 'en' });
    expect(first.url.searchParams.has('prompt')).toBe(false);
    const end = await visitor.get(callbackFor(world, first));
    expect(end.url.href.startsWith(`${books.redirect_uri}?`)).toBe(true);
    expect(returned(end)).toEqual({ code: codeOf(end), state: 'a+b/c=%20', iss: issuerOf(world) });
    expect(codeOf(end).length).toBeLessThanOrEqual(255);
    expect(world.standIn.exchanges()).toBe(1);
  });

  test('of a signed-in user needs no sign-in', async () => {
    const visitor = new Visitor(world);
    await visitor.signIn();
    const end = await visitor.get(authorizeUrl(world));
    expect(returned(end)).toHaveProperty('code');
    expect(world.standIn.exchanges()).toBe(1);
  });

  test('can be a form of another site, which sends no cookie', async () => {
    const visitor = new Visitor(world);
    await visitor.signIn();
    const [path = '', body = ''] = authorizeUrl(world, { state: 's' }).split('?');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://rp.example' };
    const sent = await world.fetch(path, { method: 'POST', headers, body });
    expect(sent.status).toBe(303);
    expect(returned(await visitor.get(sent.headers.get('Location') ?? ''))).toMatchObject({ state: 's' });
  });

  test('keeps a redirect_uri with a query', async () => {
    const end = await logInAt(world, { party: papers });
    expect(end.url.href.startsWith(`${papers.redirect_uri}&code=`)).toBe(true);
  });

  test.each([
    [{ response_type: 'id_token' }, 'unsupported_response_type'],
    [{ response_type: undefined }, 'unsupported_response_type'],
    [{ scope: 'profile' }, 'invalid_scope'],
    [{ request: 'eyJ.eyJ.x' }, 'request_not_supported'],
    [{ request_uri: 'https://rp.example/request' }, 'request_uri_not_supported'],
    [{ nonce: 'n'.repeat(513) }, 'invalid_request'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ max_age: '-1' }, 'invalid_request'],
    [{ prompt: 'none login' }, 'invalid_request'],
    [{ code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
    [{ nonce: '1', unknown: 'u'.repeat(2_000) }, 'invalid_request'],
    [{ prompt: 'none' }, 'login_required'],
  ])('%j is redirected with %s, state, and iss', async (query, error) => {
    const end = await new Visitor(world).get(authorizeUrl(world, query));
    expect(end.url.href.startsWith(`${books.redirect_uri}?`)).toBe(true);
    const back = returned(end);
    expect(back).toMatchObject({ error, state: 'a state', iss: issuerOf(world) });
    expect(back.error_description).toBe(back.message);
  });

  test.each([
    [{ redirect_uri: `${books.redirect_uri}/` }, 'invalid_grant'],
    [{ redirect_uri: papers.redirect_uri }, 'invalid_grant'],
    [{ redirect_uri: undefined }, 'invalid_request'],
    [{ client_id: 'nobody' }, 'invalid_client'],
    [{ client_id: undefined }, 'invalid_client'],
  ])('%j gets an error page here', async (query, error) => {
    const answer = await world.fetch(authorizeUrl(world, query), { redirect: 'manual' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([400, null]);
    expect(await answer.json()).toMatchObject({ error });
    const page = await new Visitor(world).get(authorizeUrl(world, query));
    expect(page.text).toContain('This address is not valid');
  });

  test.each(['n'.repeat(512), '"\\ \u0001가나다😀', '"'.repeat(400)])(
    'accepts the nonce %j, and returns it in the id_token',
    async (nonce) => {
      const { id_token } = await tokensAt(world, await logInAt(world, { query: { nonce } }));
      expect(readToken(id_token).claims.nonce).toBe(nonce);
    },
  );

  test('that the user cancels is redirected with access_denied', async () => {
    const visitor = new Visitor(world);
    const first = await visitor.get(authorizeUrl(world));
    const cancelled = { error: 'access_denied', message: 'cancelled', plid_reason: 'cancelled' };
    const end = await visitor.get(callbackFor(world, first, cancelled));
    expect(returned(end)).toMatchObject({ error: 'access_denied', state: 'a state', iss: issuerOf(world) });
    expect((await visitor.get(authorizeUrl(world))).url.pathname).toBe(atService);
  });

  test('without a state is redirected without one', async () => {
    expect(Object.keys(returned(await logInAt(world, { query: { state: undefined } })))).toEqual([
      'code',
      'iss',
    ]);
  });
});

describe('the phone', () => {
  test.each([{ prompt: 'login' }, { prompt: 'consent' }, { prompt: 'select_account' }, { max_age: '0' }])(
    'is prompted for %j even with a session',
    async (query) => {
      const visitor = new Visitor(world);
      await visitor.signIn();
      await world.clock.advance(1);
      const first = await visitor.get(authorizeUrl(world, query));
      expect(first.url.pathname).toBe(atService);
      const prompt = query.prompt === 'select_account' ? 'select_account' : 'login';
      expect(first.url.searchParams.get('prompt')).toBe(prompt);
      await world.clock.advance(60);
      const now = await world.clock.now();
      const end = await visitor.get(callbackFor(world, first));
      expect(claimsOf(await tokensAt(world, end))).toMatchObject({ auth_time: now, acr: 'urn:plid:phone' });
    },
  );

  test('is prompted after max_age has passed, and not before', async () => {
    const visitor = new Visitor(world);
    await visitor.signIn();
    const asked = await world.clock.now();
    await world.clock.advance(3_600);
    const claims = claimsOf(
      await tokensAt(world, await logInAt(world, { visitor, query: { max_age: '3600' } })),
    );
    expect(claims.auth_time).toBe(asked);
    expect((await visitor.get(authorizeUrl(world, { max_age: '3599' }))).url.pathname).toBe(atService);
    const silent = await visitor.get(authorizeUrl(world, { max_age: '3599', prompt: 'none' }));
    expect(returned(silent)).toMatchObject({ error: 'login_required' });
  });

  test("wasn't prompted by an automatic login, so prompt=login and max_age fail without a loop", async () => {
    const visitor = new Visitor(world);
    await visitor.signIn();
    const asked = await world.clock.now();
    await world.clock.advance(100);
    logsInAutomatically();
    await visitor.signIn();
    const plain = claimsOf(await tokensAt(world, await logInAt(world, { visitor })));
    expect(plain).toMatchObject({ acr: '0', name: person.name });
    expect(plain).not.toHaveProperty('auth_time');
    expect(Math.abs(Number(plain.updated_at) - Date.now() / 1000)).toBeLessThan(600);
    for (const query of [{ prompt: 'login' }, { max_age: '1000' }, { acr_values: 'urn:plid:phone' }]) {
      const end = await logInAt(world, { visitor, query });
      expect(returned(end)).toMatchObject({ error: 'login_required' });
    }
    expect(asked).toBeLessThan(await world.clock.now());
  });

  test('is prompted if acr_values names only the phone and the session began without it', async () => {
    const visitor = new Visitor(world);
    await visitor.signIn();
    const acr_values = 'urn:plid:phone';
    const kept = claimsOf(await tokensAt(world, await logInAt(world, { visitor, query: { acr_values } })));
    expect(kept.acr).toBe(acr_values);
    logsInAutomatically();
    await visitor.signIn();
    const either = { acr_values: 'urn:plid:phone 0' };
    expect(claimsOf(await tokensAt(world, await logInAt(world, { visitor, query: either }))).acr).toBe('0');
    const silent = await visitor.get(authorizeUrl(world, { acr_values, prompt: 'none' }));
    expect(returned(silent)).toMatchObject({ error: 'login_required' });
    const first = await visitor.get(authorizeUrl(world, { acr_values }));
    expect([first.url.pathname, first.url.searchParams.get('prompt')]).toEqual([atService, 'login']);
  });

  test('was prompted if the service says so', async () => {
    const facts = { auth_time: 1_790_000_000, amr: ['mca', 'pin'] };
    world.standIn.answer({ token: { body: { access_token: 't', token_type: 'bearer', ...facts } } });
    const claims = claimsOf(await tokensAt(world, await logInAt(world)));
    expect(claims).toMatchObject({ ...facts, acr: 'urn:plid:phone' });
  });

  test('was a store reviewer, whom no phone has approved', async () => {
    const facts = { auth_time: 1_790_000_000, amr: ['review'] };
    world.standIn.answer({ token: { body: { access_token: 't', token_type: 'bearer', ...facts } } });
    const claims = claimsOf(await tokensAt(world, await logInAt(world)));
    expect(claims).toMatchObject({ ...facts, acr: '0' });
  });
});

describe("the gateway's token endpoint", () => {
  test.each([
    [books, 'RS256'],
    [papers, 'ES256'],
  ])('of %j returns an id_token signed with %s', async (party, alg) => {
    const end = await logInAt(world, { party, query: { nonce: 'a nonce' } });
    const now = await world.clock.now();
    const tokens = await tokensAt(world, end, party);
    const scope = party === books ? 'openid profile phone email' : 'openid profile';
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope });
    const { header, claims } = readToken(tokens.id_token);
    expect(header).toMatchObject({ alg, typ: 'JWT' });
    expect(await isSignedByKeysAt(world, tokens.id_token, `${issuerOf(world)}/jwks.json`)).toBe(true);
    const { updated_at, ...rest } = claims;
    expect(rest).toEqual({
      ...{ iss: issuerOf(world), aud: party.client_id, exp: now + 600, iat: now, auth_time: now },
      ...{ sub: expect.stringMatching(/^[0-9a-f]{32}$/), nonce: 'a nonce', acr: 'urn:plid:phone' },
      ...{ at_hash: halfHash(tokens.access_token) },
      ...{ name: person.name, gender: 'female', birthdate: '1995-01-01' },
      ...(party === books && {
        ...{ phone_number: '+821055550001', phone_number_verified: true },
        ...{ email: `${claims.sub}@plid.invalid`, email_verified: false },
      }),
    });
    const told = await (await requestClaims(world, tokens.access_token)).json();
    const { iss, aud, exp, iat, auth_time, nonce, acr, at_hash, ...ofPerson } = claims;
    expect(told).toEqual(ofPerson);
    expect(await (await requestClaims(world, tokens.access_token, 'POST')).json()).toEqual(told);
  });

  test('accepts credentials as fields; wrong ones return 400, or 401 for Basic', async () => {
    const code = codeOf(await logInAt(world));
    const { client_id, client_secret } = books;
    const fields = { code, client_id, client_secret: 'wrong' };
    expect((await requestTokens(world, fields, books, {})).status).toBe(400);
    const refused = await requestTokens(world, { code }, { ...books, client_secret: 'wrong' });
    expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([
      401,
      'Basic realm="plid", charset="UTF-8"',
    ]);
    expect((await requestTokens(world, { code, client_id, client_secret }, books, {})).status).toBe(200);
  });

  test('returns 400 invalid_grant for unknown, used, and expired codes, another address, and another verifier', async () => {
    const visitor = new Visitor(world);
    const verifier = 'v'.repeat(43);
    const query = { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' };
    const code = codeOf(await logInAt(world, { visitor, query }));
    const refuse = async (fields: Record<string, string>) => {
      const answer = await requestTokens(world, fields);
      expect(answer.status, JSON.stringify(fields)).toBe(400);
      const body = await jsonOf(answer);
      expect(body).toMatchObject({ error: 'invalid_grant', error_description: body.message });
    };
    await refuse({ code: 'unknown', code_verifier: verifier });
    await refuse({ code });
    await refuse({ code, code_verifier: 'w'.repeat(43) });
    await refuse({ code, code_verifier: verifier, redirect_uri: papers.redirect_uri });
    const good = await requestTokens(world, { code, code_verifier: verifier });
    const { access_token } = (await good.json()) as { access_token: string };
    expect((await requestClaims(world, access_token)).status).toBe(200);
    await refuse({ code, code_verifier: verifier });
    expect((await requestClaims(world, access_token)).status, 'a replay ends the token').toBe(401);
    await linesWith(world, { 'events.code_replayed': 1, client_id: books.client_id });
    const late = codeOf(await logInAt(world, { visitor }));
    await refuse({ code: late, code_verifier: verifier });
    await world.clock.advance(60);
    await refuse({ code: late });
  });
});

describe("the gateway's userinfo endpoint", () => {
  const postToken = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    world.fetch(`${issuerOf(world)}/userinfo`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: `${new URLSearchParams(form)}`,
    });

  test('accepts the token in a POST form, in one place at a time, and never in the query', async () => {
    const { access_token } = await tokensAt(world, await logInAt(world));
    const told = await (await requestClaims(world, access_token)).json();
    const posted = await postToken({ access_token });
    expect([posted.status, await posted.json()]).toEqual([200, told]);
    const twice = await postToken({ access_token }, { Authorization: `Bearer ${access_token}` });
    expect([twice.status, (await jsonOf(twice)).error]).toEqual([400, 'invalid_request']);
    const inQuery = `${issuerOf(world)}/userinfo?access_token=${access_token}`;
    for (const method of ['GET', 'POST'])
      expect((await world.fetch(inQuery, { method })).status, method).toBe(401);
  });

  test('returns a challenge without an error if the token is missing, and with one if it is wrong', async () => {
    const missing = await world.fetch(`${issuerOf(world)}/userinfo`);
    expect([missing.status, missing.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    const wrong = await requestClaims(world, 'wrong');
    const challenge = 'Bearer error="invalid_token"';
    expect([wrong.status, wrong.headers.get('WWW-Authenticate')]).toEqual([401, challenge]);
  });

  test('rejects the token after 600 seconds, and after the session', async () => {
    const visitor = new Visitor(world);
    const first = await tokensAt(world, await logInAt(world, { visitor }));
    await world.clock.advance(599);
    expect((await requestClaims(world, first.access_token)).status).toBe(200);
    await world.clock.advance(1);
    expect((await requestClaims(world, first.access_token)).status).toBe(401);
    const second = await tokensAt(world, await logInAt(world, { visitor }));
    await visitor.post('/auth/logout');
    expect((await requestClaims(world, second.access_token)).status).toBe(401);
  });
});

test('nothing of an OpenID Connect sign-in is left after its user is disconnected', async () => {
  const visitor = new Visitor(world);
  const { access_token } = await tokensAt(world, await logInAt(world, { visitor }));
  expect((await world.userAtRest(person.plid)).stored).toContain(books.redirect_uri);
  await visitor.post('/auth/disconnect');
  expect((await world.userAtRest(person.plid)).stored).not.toContain(books.redirect_uri);
  expect((await requestClaims(world, access_token)).status).toBe(401);
});

test('an OpenID Connect code ends with the session', async () => {
  const visitor = new Visitor(world);
  const code = codeOf(await logInAt(world, { visitor }));
  await visitor.post('/auth/logout');
  expect((await requestTokens(world, { code })).status).toBe(400);
});
