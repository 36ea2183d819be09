import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { redirectUriDigest } from '../../../../workers/service/protocol/redirect-digest.ts';
import { createSignInId } from '../../../../workers/service/sign-in/cookies/sign-in-cookie.ts';
import {
  createIdentityKey,
  encryptGrantIdentity,
} from '../../../../workers/service/tokens/grant-identity.ts';
import { issueOpenIdCode } from '../../../../workers/service/tokens/openid-codes.ts';
import { agreement, fromBrowser } from '../../../support/fixtures/agreement.ts';
import { BrowserSession } from '../../../support/fixtures/browser-session.ts';
import { account, challengeOf, hana as grantedIdentity } from '../../../support/fixtures/grants.ts';
import {
  halfHash,
  isSignedByKeysAt,
  openIdUrl,
  readToken,
  redirect_uri,
  registerRelyingParty,
  requestIdToken,
  requestUserinfo,
  signInAt,
  tokensOf,
} from '../../../support/fixtures/openid.ts';
import { newSubscriber } from '../../../support/fixtures/phones.ts';
import { codeOf, people, returned, signIn } from '../../../support/fixtures/sign-in.ts';
import { administer } from '../../../support/requests/operator-requests.ts';
import {
  basic,
  jsonOf,
  pushedUrl,
  requestDisconnect,
  requestToken,
  requestUser,
} from '../../../support/requests/service-requests.ts';
import { applications, origins, serviceKeys } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const { hana, geojeol } = people;
const jwks = '/oauth2/openid/jwks.json';

/** Opens an authorization request that goes back at once, and what it brings along. */
async function answerTo(application: { client_id: string }, query: Record<string, string | undefined>) {
  const shown = await new BrowserSession(world).get(openIdUrl(world, application, query));
  expect(`${shown.url.origin}${shown.url.pathname}`).toBe(redirect_uri);
  return returned(shown);
}

describe('an authorization request with the scope openid', () => {
  test('of an application without OpenID Connect is a plain request', async () => {
    const query = { scope: 'openid', nonce: 'n', max_age: '0', client_id: applications.shop.client_id };
    const end = await signIn(new BrowserSession(world), world, hana, { query });
    expect(Object.keys(returned(end))).toEqual(['code', 'state']);
    const answer = await requestToken(world, { code: codeOf(end) });
    expect(Object.keys(await jsonOf(answer))).toEqual(['access_token', 'token_type', 'expires_in']);
    const [refused] = await Promise.all([
      world.fetch(openIdUrl(world, applications.shop, { state: undefined }), { redirect: 'manual' }),
    ]);
    expect(refused.status).toBe(400);
  });

  test('is a plain request if the scope lacks openid', async () => {
    const application = await registerRelyingParty(world);
    const end = await signInAt(world, application, hana, { query: { scope: 'profile openidx' } });
    expect(Object.keys(returned(end))).toEqual(['code', 'state']);
    const answer = await requestToken(
      world,
      { code: codeOf(end) },
      { headers: { Authorization: basic(application) } },
    );
    expect(await jsonOf(answer)).not.toHaveProperty('id_token');
  });

  test('needs no state, and returns a code of at most 255 characters with iss', async () => {
    const application = await registerRelyingParty(world);
    const end = await signInAt(world, application, hana, { query: { state: undefined } });
    expect(Object.keys(returned(end))).toEqual(['code', 'iss']);
    expect(returned(end)).toMatchObject({ iss: origins.service });
    expect(codeOf(end).length).toBeLessThanOrEqual(255);
    const withState = await signInAt(world, application, hana, { query: { state: 'a+b/c=%20' } });
    expect(returned(withState)).toMatchObject({ iss: origins.service, state: 'a+b/c=%20' });
  });

  test.each([
    [{ response_type: 'id_token' }, 'unsupported_response_type'],
    [{ nonce: 'n'.repeat(513) }, 'invalid_request'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ response_mode: 'query.jwt' }, 'invalid_request'],
    [{ request_uri: 'https://rp.example/request' }, 'request_uri_not_supported'],
    [{ max_age: '-1' }, 'invalid_request'],
    [{ prompt: 'none login' }, 'invalid_request'],
    [{ prompt: 'unknown login' }, 'invalid_request'],
    [{ code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
  ])('%j is redirected with %s, state, and iss', async (query, error) => {
    const application = await registerRelyingParty(world);
    const back = await answerTo(application, { state: 's 1', ...query });
    expect(back).toMatchObject({ error, state: 's 1', iss: origins.service });
    expect(back.error_description).toBe(back.message);
  });

  test.each(['n'.repeat(512), '"\\ \u0001가나다😀', `"${'\\'.repeat(511)}`, '가'.repeat(512)])(
    'accepts the nonce %j, and returns it in the id_token',
    async (nonce) => {
      const application = await registerRelyingParty(world);
      const end = await signInAt(world, application, hana, { query: { nonce } });
      const { id_token } = await tokensOf(world, application, end);
      expect(readToken(id_token).claims.nonce).toBe(nonce);
    },
  );

  test('accepts a nonce that fits into the cookie next to the state, and rejects a longer one', async () => {
    const application = await registerRelyingParty(world);
    const state = 's'.repeat(2_048);
    const end = await signInAt(world, application, hana, { query: { state, nonce: 'n'.repeat(240) } });
    expect(readToken((await tokensOf(world, application, end)).id_token).claims.nonce).toBe('n'.repeat(240));
    for (const nonce of ['n'.repeat(241), '가'.repeat(81), '"'.repeat(121)])
      expect(await answerTo(application, { state, nonce })).toMatchObject({
        error: 'invalid_request',
        state,
      });
  });

  test.each([
    { redirect_uri: undefined },
    { redirect_uri: 'https://evil.example/' },
    { scope: undefined },
    { client_id: applications.shop.client_id, redirect_uri: applications.shop.redirect_uri },
  ])(
    "with the application's request_uri gets an error page if its redirect_uri isn't verified: %j",
    async (query) => {
      const application = await registerRelyingParty(world);
      const url = openIdUrl(world, application, { request_uri: 'https://rp.example/request', ...query });
      const answer = await world.fetch(url, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('Location')]).toEqual([400, null]);
      expect(await answer.json()).toMatchObject({
        error: 'invalid_request',
        message: 'The value of request_uri is not valid.',
      });
    },
  );

  test('with a state that is too long is redirected without it', async () => {
    const application = await registerRelyingParty(world);
    const back = await answerTo(application, { state: 's'.repeat(2_049) });
    expect(back).toMatchObject({ error: 'invalid_request' });
    expect(back).not.toHaveProperty('state');
  });

  test.each([
    [{ redirect_uri: undefined }, 'invalid_request'],
    [{ client_id: 'a'.repeat(20) }, 'invalid_client'],
  ])('%j gets an error page', async (query, error) => {
    const application = await registerRelyingParty(world);
    const answer = await world.fetch(openIdUrl(world, application, query), { redirect: 'manual' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error });
  });

  test('denied on the phone is redirected with access_denied and iss', async () => {
    const application = await registerRelyingParty(world);
    const browser = new BrowserSession(world);
    const wait = await browser.submit(await browser.get(openIdUrl(world, application)), geojeol);
    const denied = wait.url.origin === origins.service ? await browser.get(wait.url) : wait;
    expect(returned(denied)).toMatchObject({ error: 'access_denied', iss: origins.service });
  });

  test('can be pushed completely', async () => {
    const application = await registerRelyingParty(world, { par: 'required' });
    const pushed = { scope: 'openid', nonce: 'pushed nonce', max_age: '0', state: 'p' };
    const browser = new BrowserSession(world);
    const form = await browser.get(await pushedUrl(world, pushed, { credentials: application }));
    const end = await browser.submit(await browser.submit(form, hana));
    const { id_token } = await tokensOf(world, application, end);
    expect(readToken(id_token).claims).toMatchObject({ nonce: 'pushed nonce' });
  });

  test('can be posted by another site', async () => {
    const application = await registerRelyingParty(world);
    const [path = '', query = ''] = openIdUrl(world, application).split('?');
    const answer = await world.fetch(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: 'https://rp.example',
        Accept: 'text/html',
      },
      body: query,
    });
    expect(answer.status).toBe(303);
    const browser = new BrowserSession(world);
    const page = await browser.get(new URL(answer.headers.get('Location') ?? '', world.service));
    expect(page.text).toContain('name="phoneNo"');
  });

  test('shows the attributes of its scopes on the consent page, and nothing else', async () => {
    const application = await registerRelyingParty(world);
    const consentTo = async (scope: string) => {
      const browser = new BrowserSession(world);
      const person = await newSubscriber(world);
      const page = await browser.submit(await browser.get(openIdUrl(world, application, { scope })), person);
      return page.document
        .querySelectorAll('.items li')
        .map(({ text }) => text)
        .join('\n');
    };
    const [all, phone, alone] = [
      await consentTo('openid profile phone'),
      await consentTo('openid phone'),
      await consentTo('openid'),
    ];
    for (const [text, number, name] of [
      [all, true, true],
      [phone, true, false],
      [alone, false, false],
    ] as const) {
      expect(/phone number/i.test(text)).toBe(number);
      expect(/\bname\b/i.test(text)).toBe(name);
      expect(text).not.toMatch(/CI|linking/i);
    }
  });
});

describe('the token endpoint of OpenID Connect', () => {
  test.each(['RS256', 'ES256'] as const)(
    'returns an id_token signed with %s next to the access token',
    async (alg) => {
      const application = await registerRelyingParty(world, { openid: alg, id_token_claims: true });
      const now = await world.clock.now();
      const end = await signInAt(world, application, hana, { query: { nonce: 'a nonce' } });
      const answer = await requestIdToken(world, application, { code: codeOf(end) });
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      const tokens = (await answer.json()) as Record<string, string>;
      expect(tokens).toMatchObject({
        token_type: 'Bearer',
        expires_in: 600,
        scope: 'openid profile phone email',
      });
      const { id_token = '', access_token = '' } = tokens;
      const { header, claims } = readToken(id_token);
      expect(header).toEqual({ alg, typ: 'JWT', kid: `public-${alg}` });
      expect(await isSignedByKeysAt(world, id_token, jwks)).toBe(true);
      expect(claims).toEqual({
        ...{ iss: origins.service, aud: application.client_id, exp: now + 600, iat: now, auth_time: now },
        ...{ sub: expect.stringMatching(/^[0-9a-f-]{36}$/), nonce: 'a nonce', acr: 'urn:plid:phone' },
        ...{ at_hash: halfHash(access_token), amr: claims.amr },
        ...{
          name: '김하나',
          gender: 'female',
          birthdate: expect.stringMatching(/^(?:19|20)\d\d-\d\d-\d\d$/),
        },
        ...{ phone_number: '+821000000001', phone_number_verified: true },
        ...{ email: `${claims.sub}@plid.invalid`, email_verified: false },
      });
    },
  );

  test("returns no auth_time if the grant doesn't have it", async () => {
    const application = await registerRelyingParty(world);
    const { client_id } = application;
    const plid = randomUUID();
    const identityKey = createIdentityKey('openid');
    const claimsWith = async (facts: object | undefined) => {
      const grant = createSignInId((await world.clock.now()) + 600, client_id);
      const openid = {
        scope: 'openid',
        redirect: await redirectUriDigest(redirect_uri),
        ...(facts && { facts }),
      };
      const identity = await encryptGrantIdentity(identityKey, grantedIdentity);
      const asked = {
        id: grant,
        client_id,
        asked: [],
        identity,
        agreement,
        ...fromBrowser,
        automaticLogin: 'N' as const,
        openid,
      };
      expect(await account(world, plid).grant(asked, await world.clock.now())).toMatchObject({
        outcome: 'granted',
      });
      const code = await issueOpenIdCode(serviceKeys, { plid, grant, identityKey });
      const { id_token } = (await (await requestIdToken(world, application, { code })).json()) as {
        id_token: string;
      };
      return readToken(id_token).claims;
    };
    expect(await claimsWith({ auth_time: 1_790_000_000 })).toMatchObject({ auth_time: 1_790_000_000 });
    expect(await claimsWith(undefined)).not.toHaveProperty('auth_time');
    expect(await claimsWith({ amr: ['mca'] })).not.toHaveProperty('auth_time');
  });

  test.each([
    ['openid', []],
    ['email openid', ['email', 'email_verified']],
  ])('%s returns the claims %j in id_token and userinfo', async (scope, names) => {
    const application = await registerRelyingParty(world, { id_token_claims: true });
    const end = await signInAt(world, application, await newSubscriber(world), { query: { scope } });
    const { id_token, access_token } = await tokensOf(world, application, end);
    const { iss, aud, exp, iat, auth_time, acr, amr, at_hash, ...told } = readToken(id_token).claims;
    expect(Object.keys(told)).toEqual(['sub', ...names]);
    const userinfo = await requestUserinfo(world, access_token);
    expect(await userinfo.json()).toEqual(told);
    expect(await (await requestUserinfo(world, access_token, 'POST')).json()).toEqual(told);
  });

  test("returns no claim that the application isn't registered for, or that the user declined", async () => {
    const fields = { attributes: ['name', 'phoneNo'], optional: ['phoneNo'], id_token_claims: true };
    const application = await registerRelyingParty(world, fields);
    const person = await newSubscriber(world);
    const first = await tokensOf(world, application, await signInAt(world, application, person));
    const again = await tokensOf(world, application, await signInAt(world, application, person));
    for (const { id_token } of [first, again]) {
      expect(readToken(id_token).claims).toMatchObject({ name: '홍길동' });
      for (const absent of ['phone_number', 'phone_number_verified', 'gender', 'birthdate'])
        expect(readToken(id_token).claims).not.toHaveProperty(absent);
    }
  });

  test('accepts credentials as fields; wrong ones return 400, or 401 for Basic', async () => {
    const application = await registerRelyingParty(world);
    const { client_id, client_secret } = application;
    const end = await signInAt(world, application, hana);
    const code = codeOf(end);
    const wrong = { client_id, client_secret: 'wrong' };
    expect((await requestIdToken(world, application, { code, ...wrong }, {})).status).toBe(400);
    const refused = await requestIdToken(world, wrong, { code });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('WWW-Authenticate')).toMatch(/^Basic /);
    expect((await requestIdToken(world, application, { code, client_id, client_secret }, {})).status).toBe(
      200,
    );
  });

  test('returns 400 invalid_grant for unknown, used, and expired codes, another redirect_uri, and another verifier', async () => {
    const application = await registerRelyingParty(world, {
      redirect_uris: [redirect_uri, 'https://rp.example/cb'],
    });
    const verifier = 'v'.repeat(43);
    const query = { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' };
    const code = codeOf(await signInAt(world, application, hana, { query }));
    const refuse = async (fields: Record<string, string>) => {
      const answer = await requestIdToken(world, application, fields);
      expect(answer.status).toBe(400);
      const body = await jsonOf(answer);
      expect(body).toMatchObject({ error: 'invalid_grant', error_description: body.message });
    };
    await refuse({ code: 'unknown', code_verifier: verifier });
    await refuse({ code });
    await refuse({ code, code_verifier: 'w'.repeat(43) });
    await refuse({ code, code_verifier: verifier, redirect_uri: 'https://rp.example/cb' });
    const good = await requestIdToken(world, application, { code, code_verifier: verifier });
    const { access_token } = (await good.json()) as { access_token: string };
    expect((await requestUserinfo(world, access_token)).status).toBe(200);
    await refuse({ code, code_verifier: verifier });
    expect((await requestUserinfo(world, access_token)).status, 'a replay ends the token').toBe(401);
    const without = codeOf(await signInAt(world, application, hana));
    await refuse({ code: without, code_verifier: verifier });
    await world.clock.advance(60);
    await refuse({ code: without });
  });

  test('needs the redirect_uri', async () => {
    const application = await registerRelyingParty(world);
    const code = codeOf(await signInAt(world, application, hana));
    const answer = await requestIdToken(world, application, { code, redirect_uri: '' });
    expect([answer.status, await jsonOf(answer)]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  test('returns the risk to an application registered for it', async () => {
    const application = await registerRelyingParty(world, { login_facts: true });
    const tokens = await tokensOf(world, application, await signInAt(world, application, hana));
    expect(tokens).toMatchObject({ auth_time: await world.clock.now(), risk: 'nothing' });
  });
});

describe('the userinfo endpoint', () => {
  const postToken = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    world.fetch(`${world.service}/oauth2/userinfo`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(form).toString(),
    });

  test('accepts the token in a POST form, in one place at a time, and never in the query', async () => {
    const application = await registerRelyingParty(world);
    const { access_token } = await tokensOf(world, application, await signInAt(world, application, hana));
    const told = await (await requestUserinfo(world, access_token)).json();
    const posted = await postToken({ access_token });
    expect([posted.status, await posted.json()]).toEqual([200, told]);
    const twice = await postToken({ access_token }, { Authorization: `Bearer ${access_token}` });
    expect([twice.status, (await jsonOf(twice)).error]).toEqual([400, 'invalid_request']);
    const inQuery = `${world.service}/oauth2/userinfo?access_token=${access_token}`;
    for (const method of ['GET', 'POST'])
      expect((await world.fetch(inQuery, { method })).status, method).toBe(401);
    expect((await postToken({ access_token: 'wrong' })).headers.get('WWW-Authenticate')).toBe(
      'Bearer error="invalid_token"',
    );
    expect((await postToken({})).headers.get('WWW-Authenticate')).toBe('Bearer');
  });

  test('returns a challenge without an error if the token is missing, and with one if it is wrong', async () => {
    const missing = await world.fetch(`${world.service}/oauth2/userinfo`);
    expect([missing.status, missing.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    const wrong = await requestUserinfo(world, 'wrong');
    expect([wrong.status, wrong.headers.get('WWW-Authenticate')]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
  });

  test('ends with a disconnect, after 600 seconds, and when the application is no longer a relying party', async () => {
    const application = await registerRelyingParty(world);
    const first = await tokensOf(world, application, await signInAt(world, application, hana));
    const { sub } = readToken(first.id_token).claims;
    const headers = { Authorization: basic(application) };
    expect((await requestDisconnect(world, { plid: String(sub) }, { headers })).status).toBe(200);
    expect((await requestUserinfo(world, first.access_token)).status).toBe(401);
    const second = await tokensOf(world, application, await signInAt(world, application, hana));
    await world.clock.advance(599);
    expect((await requestUserinfo(world, second.access_token)).status).toBe(200);
    await world.clock.advance(1);
    expect((await requestUserinfo(world, second.access_token)).status).toBe(401);
    const third = await tokensOf(world, application, await signInAt(world, application, hana));
    await administer(world, 'PATCH', `/${application.client_id}`, { body: { openid: '' } });
    await world.clock.advance(91);
    expect((await requestUserinfo(world, third.access_token)).status).toBe(401);
  });

  test('can be read once with reads: once', async () => {
    const application = await registerRelyingParty(world, { reads: 'once' });
    const { access_token } = await tokensOf(world, application, await signInAt(world, application, hana));
    expect((await requestUserinfo(world, access_token)).status).toBe(200);
    expect((await requestUserinfo(world, access_token)).status).toBe(401);
  });
});

describe('automatic login with OpenID Connect', () => {
  const day = 86_400;

  test('is neither offered nor used unless the application is registered for it', async () => {
    const application = await registerRelyingParty(world);
    const [browser, person] = [new BrowserSession(world), await newSubscriber(world)];
    const form = await browser.get(openIdUrl(world, application));
    expect(form.text).not.toContain('name="autoLogin"');
    const plain = { query: { client_id: application.client_id, redirect_uri }, autoLogin: true };
    codeOf(await signIn(browser, world, person, plain));
    expect(returned(await browser.get(openIdUrl(world, application, { scope: undefined })))).toHaveProperty(
      'code',
    );
    expect((await browser.get(openIdUrl(world, application))).text).toContain('name="phoneNo"');
  });

  test("returns only sub, acr 0, and the phone's auth_time", async () => {
    const application = await registerRelyingParty(world, { id_token_claims: true, openid_automatic: true });
    const [browser, person] = [new BrowserSession(world), await newSubscriber(world)];
    const first = await tokensOf(
      world,
      application,
      await signInAt(world, application, person, { browser, autoLogin: true }),
    );
    const { sub, auth_time } = readToken(first.id_token).claims;
    await world.clock.advance(day);
    const end = await browser.get(openIdUrl(world, application, { prompt: 'none', nonce: 'n2' }));
    const { id_token, access_token } = await tokensOf(world, application, end);
    const { exp, iat, iss, aud, at_hash, ...claims } = readToken(id_token).claims;
    const email = { email: `${sub}@plid.invalid`, email_verified: false };
    expect(claims).toEqual({ sub, auth_time, acr: '0', nonce: 'n2', ...email });
    expect(iat).toBe(Number(auth_time) + day);
    expect(await (await requestUserinfo(world, access_token)).json()).toEqual({ sub, ...email });
  });

  test("isn't used for prompt=login, consent, select_account, or a max_age that has passed", async () => {
    const application = await registerRelyingParty(world, { openid_automatic: true });
    const [browser, person] = [new BrowserSession(world), await newSubscriber(world)];
    codeOf(await signInAt(world, application, person, { browser, autoLogin: true }));
    await world.clock.advance(day);
    const ask = (query: Record<string, string>) => browser.get(openIdUrl(world, application, query));
    for (const query of [
      { prompt: 'login' },
      { prompt: 'consent' },
      { prompt: 'select_account' },
      { max_age: '0' },
      { max_age: String(day - 1) },
    ])
      expect((await ask(query)).text, JSON.stringify(query)).toContain('name="phoneNo"');
    expect(returned(await ask({ max_age: String(day - 1), prompt: 'none' }))).toMatchObject({
      error: 'login_required',
    });
    expect(returned(await ask({ max_age: String(day) }))).toHaveProperty('code');
  });

  test("isn't used if acr_values names only the phone, pushed, posted, or in the query", async () => {
    const application = await registerRelyingParty(world, { openid_automatic: true });
    const [browser, person] = [new BrowserSession(world), await newSubscriber(world)];
    codeOf(await signInAt(world, application, person, { browser, autoLogin: true }));
    const [phone, twice] = ['urn:plid:phone', 'urn:plid:phone urn:plid:phone'];
    const post = async (query: Record<string, string>) => {
      const [path = '', body = ''] = openIdUrl(world, application, query).split('?');
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const answer = await world.fetch(path, { method: 'POST', headers, body });
      return new URL(answer.headers.get('Location') ?? '', world.service);
    };
    const ways: ((query: Record<string, string>) => Promise<string | URL>)[] = [
      async (query) => openIdUrl(world, application, query),
      (query) => pushedUrl(world, { scope: 'openid', ...query }, { credentials: application }),
      post,
    ];
    for (const way of ways) {
      for (const acr_values of [phone, twice]) {
        const page = await browser.get(await way({ acr_values }));
        expect(page.text).toContain('name="phoneNo"');
        expect(page.document.querySelector('[name=autoLogin]')).toBeNull();
        expect(returned(await browser.get(await way({ acr_values, prompt: 'none' })))).toMatchObject({
          error: 'login_required',
        });
      }
      for (const acr_values of ['urn:plid:phone 0', '0', '0 urn:plid:phone', 'urn:plid:phone x', ' '])
        expect(returned(await browser.get(await way({ acr_values })))).toHaveProperty('code');
    }
    const plain = await browser.get(openIdUrl(world, application, { acr_values: phone }));
    const tokens = await tokensOf(world, application, await browser.submit(plain, person));
    expect(readToken(tokens.id_token).claims).toMatchObject({ acr: phone });
  });
});

describe('the plain and the OpenID Connect endpoints', () => {
  test("reject each other's codes and tokens", async () => {
    const application = await registerRelyingParty(world);
    const headers = { Authorization: basic(application) };
    const code = codeOf(await signInAt(world, application, hana));
    const plain = codeOf(await signInAt(world, application, hana, { query: { scope: undefined } }));
    expect((await requestToken(world, { code }, { headers })).status).toBe(500);
    expect((await requestIdToken(world, application, { code: plain })).status).toBe(400);
    const tokens = (await (await requestIdToken(world, application, { code })).json()) as {
      access_token: string;
    };
    const { access_token = '' } = await jsonOf(await requestToken(world, { code: plain }, { headers }));
    expect((await requestUser(world, tokens.access_token)).status).toBe(401);
    expect((await requestUserinfo(world, access_token)).status).toBe(401);
    expect((await requestUser(world, access_token)).status).toBe(200);
  });
});
