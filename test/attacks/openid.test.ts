import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { signIdToken } from '../../workers/openid/id-token.ts';
import { signLogoutToken } from '../../workers/openid/logout-token.ts';
import { openIdKeySetting } from '../../workers/openid/openid-keys.ts';
import {
  idTokenContentSchema,
  logoutTokenContentSchema,
} from '../../workers/service/features/signer/signed-content-schemas.ts';
import { signEvent } from '../../workers/service/protocol/security-event.ts';
import { eventKeySetting } from '../../workers/service/settings/event-keys.ts';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
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
} from '../support/fixtures/openid.ts';
import { leaveApp, newSubscriber, registerAgain } from '../support/fixtures/phones.ts';
import { codeOf, people, returned } from '../support/fixtures/sign-in.ts';
import { basic, requestUser } from '../support/requests/service-requests.ts';
import { origins, serviceSecrets } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const { hana, geojeol } = people;
const ofEvents = '/.well-known/jwks.json';
const ofIdTokens = '/oauth2/openid/jwks.json';

test("id_tokens and events are never signed by each other's key", async () => {
  const event = await signEvent(
    v.parse(eventKeySetting, serviceSecrets.EVENT_KEY) ?? [],
    { jti: 'j', client_id: 'c', type: 'account-purged', at: 1, moment: 1 },
    crypto.randomUUID(),
    origins.service,
  );
  expect(await isSignedByKeysAt(world, event, ofEvents)).toBe(true);
  expect(await isSignedByKeysAt(world, event, ofIdTokens)).toBe(false);
  expect(readToken(event).header.typ).toBe('secevent+jwt');
  for (const openid of ['RS256', 'ES256']) {
    const application = await registerRelyingParty(world, { openid });
    const { id_token } = await tokensOf(world, application, await signInAt(world, application, hana));
    expect(await isSignedByKeysAt(world, id_token, ofIdTokens)).toBe(true);
    expect(await isSignedByKeysAt(world, id_token, ofEvents)).toBe(false);
    expect(readToken(id_token).header).toMatchObject({ typ: 'JWT', alg: openid });
    expect(readToken(id_token).claims).not.toHaveProperty('events');
  }
});

test('an id_token is rejected as a token and as a code', async () => {
  const application = await registerRelyingParty(world);
  const { id_token } = await tokensOf(world, application, await signInAt(world, application, hana));
  expect((await requestUserinfo(world, id_token)).status).toBe(401);
  expect((await requestUser(world, id_token)).status).toBe(401);
  expect((await requestIdToken(world, application, { code: id_token })).status).toBe(400);
});

describe('a logout_token', async () => {
  const keys = v.parse(openIdKeySetting, serviceSecrets.OPENID_KEY) ?? [];
  const issuer = origins.service;
  const ofLogout = { issuer, audience: 'c', subject: crypto.randomUUID(), jti: 'j' };

  test('is rejected as an id_token: it has another typ and no nonce', async () => {
    const application = await registerRelyingParty(world);
    const { id_token } = await tokensOf(world, application, await signInAt(world, application, hana));
    const { sub } = readToken(id_token).claims;
    const logout = { ...ofLogout, audience: application.client_id, subject: String(sub) };
    const token = await signLogoutToken(keys, 'RS256', logout, await world.clock.now());
    expect(await isSignedByKeysAt(world, token, ofIdTokens)).toBe(true);
    expect(await isSignedByKeysAt(world, token, ofEvents)).toBe(false);
    expect(readToken(token).header.typ).toBe('logout+jwt');
    expect(Object.keys(readToken(token).claims).sort()).toEqual(
      ['iss', 'sub', 'aud', 'iat', 'exp', 'jti', 'events'].sort(),
    );
    const statusOf = async (hint: string) =>
      (
        await world.fetch(`${world.service}/oauth2/openid/logout?id_token_hint=${hint}`, {
          redirect: 'manual',
        })
      ).status;
    expect([await statusOf(id_token), await statusOf(token)]).toEqual([303, 400]);
    expect((await requestUserinfo(world, token)).status).toBe(401);
    expect((await requestIdToken(world, application, { code: token })).status).toBe(400);
  });

  test('is never created by a call for an id_token, or the other way round', async () => {
    const login = {
      issuer,
      audience: 'c',
      subject: 's',
      authTime: 1,
      acr: '0',
      accessToken: 'a',
      claims: {},
    };
    expect(v.parse(idTokenContentSchema, login)).toEqual(login);
    expect(v.parse(logoutTokenContentSchema, ofLogout)).toEqual(ofLogout);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    for (const wrong of [
      ofLogout,
      { ...login, events },
      { ...login, claims: { events } },
      { ...login, jti: 'j' },
    ])
      expect(v.is(idTokenContentSchema, wrong), JSON.stringify(wrong)).toBe(false);
    for (const wrong of [login, { ...ofLogout, nonce: 'n' }, { ...ofLogout, claims: {} }])
      expect(v.is(logoutTokenContentSchema, wrong), JSON.stringify(wrong)).toBe(false);
    expect(readToken(await signIdToken(keys, 'ES256', login, 1)).header.typ).toBe('JWT');
  });
});

test('a code is rejected for another application and stays valid', async () => {
  const [own, other] = [await registerRelyingParty(world), await registerRelyingParty(world)];
  const code = codeOf(await signInAt(world, own, hana));
  const refused = await requestIdToken(world, other, { code });
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  expect((await requestIdToken(world, own, { code })).status).toBe(200);
});

test("credentials and codes in the token endpoint's URL are ignored", async () => {
  const application = await registerRelyingParty(world);
  const { client_id, client_secret } = application;
  const code = codeOf(await signInAt(world, application, hana));
  const fields = { grant_type: 'authorization_code', code, redirect_uri };
  const send = (query: Record<string, string>, body: Record<string, string>, headers = {}) =>
    world.fetch(`${world.service}/oauth2/openid/token?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(body).toString(),
    });
  const secret = { client_id, client_secret };
  const authorized = { Authorization: basic(application) };
  for (const [query, body, headers] of [
    [{ ...secret, ...fields }, {}, {}],
    [secret, fields, {}],
    [{ client_secret }, { client_id, ...fields }, {}],
    [{ code }, { grant_type: fields.grant_type, redirect_uri }, authorized],
  ] as const) {
    const refused = await send(query, body, headers);
    const { error } = (await refused.json()) as { error: string };
    expect([refused.status, error]).toEqual([400, expect.stringMatching(/^invalid_(?:client|request)$/)]);
  }
  expect((await send({}, fields, authorized)).status).toBe(200);
});

test('an id_token has only the nonce of its own request', async () => {
  const application = await registerRelyingParty(world);
  const person = await newSubscriber(world);
  const nonces = ['first', 'second', undefined];
  const ends = [];
  for (const nonce of nonces) ends.push(await signInAt(world, application, person, { query: { nonce } }));
  for (const [index, end] of [...ends.entries()].reverse()) {
    const { id_token, access_token } = await tokensOf(world, application, end, {
      nonce: 'chosen at the token endpoint',
    });
    const { claims } = readToken(id_token);
    expect(claims.nonce).toBe(nonces[index]);
    expect(claims).toMatchObject({ aud: application.client_id, at_hash: halfHash(access_token) });
  }
});

describe('a redirect contains the issuer', () => {
  test('with a code, a denial, an error, and a prompt=none result', async () => {
    const application = await registerRelyingParty(world);
    const browser = () => new BrowserSession(world);
    const denying = browser();
    const asked = await denying.submit(await denying.get(openIdUrl(world, application)), geojeol);
    const answers = [
      await signInAt(world, application, hana),
      asked.url.origin === origins.service ? await denying.get(asked.url) : asked,
      await browser().get(openIdUrl(world, application, { response_type: 'token' })),
      await browser().get(openIdUrl(world, application, { prompt: 'none' })),
    ].map(returned);
    expect(answers.map(({ error = 'code' }) => error)).toEqual([
      ...['code', 'access_denied', 'unsupported_response_type', 'login_required'],
    ]);
    for (const { iss } of answers) expect(iss).toBe(origins.service);
  });
});

test('the next owner of a number gets another sub, even if the number is verified', async () => {
  const application = await registerRelyingParty(world, { id_token_claims: true });
  const person = await newSubscriber(world);
  const claims = async () =>
    readToken((await tokensOf(world, application, await signInAt(world, application, person))).id_token)
      .claims;
  const before = await claims();
  await leaveApp(world, person.phoneNo);
  await registerAgain(world, person.phoneNo);
  const after = await claims();
  expect(after).toMatchObject({ phone_number: before.phone_number, phone_number_verified: true });
  expect(after.sub).not.toBe(before.sub);
});

test('an error redirects only to a registered address', async () => {
  const application = await registerRelyingParty(world);
  for (const redirect_uri of [
    'https://evil.example/',
    'http://localhost:3000/callback?x',
    '//evil.example',
  ]) {
    const url = openIdUrl(world, application, { redirect_uri, response_type: 'token' });
    const answer = await world.fetch(url, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([400, null]);
  }
});
