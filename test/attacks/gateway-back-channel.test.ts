import { SignJWT } from 'jose';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { relyingPartiesSetting } from '../../workers/gateway/settings/relying-parties.ts';
import { sendEvent, signedEvent } from '../gateway/support/event-requests.ts';
import { publishEventKeys, useLogoutWorld } from '../gateway/support/logout-world.ts';
import {
  authorizeUrl,
  books,
  issuerOf,
  papers,
  requestClaims,
  requestTokens,
} from '../support/fixtures/gateway-openid.ts';
import { validateLogoutToken } from '../support/fixtures/logout-receiver.ts';
import { readToken } from '../support/fixtures/openid.ts';
import { returned } from '../support/fixtures/sign-in.ts';
import { Visitor } from '../support/world/gateway-world.ts';
import { openIdClients } from '../support/world/test-settings.ts';

const { world, receiver, signedIn, signInAt, arrived, keys } = await useLogoutWorld();

const at = async ({ client_id }: { client_id: string }) => ({
  issuer: issuerOf(world),
  client_id,
  keys: await keys(),
  now: await world.clock.now(),
});

/** A user who has signed out, the tokens of the sign-in, and the logout_token. */
async function signedOut() {
  const { visitor, claims } = await signedIn(books);
  await visitor.post('/auth/logout');
  await arrived(1);
  const [token = ''] = receiver.tokensOf('books');
  return { id_token: String(claims[0]?.id_token), sub: claims[0]?.sub, token };
}

describe('a logout_token', () => {
  test('is rejected as an id_token_hint, code, access token, and session', async () => {
    const { id_token, token } = await signedOut();
    const statusOf = async (hint: string) =>
      (await new Visitor(world).get(`${issuerOf(world)}/logout?id_token_hint=${hint}`)).status;
    expect([await statusOf(id_token), await statusOf(token)]).toEqual([303, 400]);
    const visitor = new Visitor(world);
    await signInAt(visitor);
    const ask = async (id_token_hint: string) =>
      returned(await visitor.get(authorizeUrl(world, { id_token_hint, prompt: 'none' })));
    expect(await ask(token)).toMatchObject({ error: 'login_required' });
    expect((await requestClaims(world, token)).status).toBe(401);
    expect((await requestTokens(world, { code: token })).status).toBe(400);
    const headers = { Authorization: `Bearer plid_${token}` };
    expect((await world.fetch(`${world.gateway}/auth/session`, { headers })).status).toBe(401);
  });

  test("can't pass as an id_token: it has another typ, no nonce, and no time of a sign-in", async () => {
    const { token, sub } = await signedOut();
    const { header, claims } = readToken(token);
    expect(header.typ).toBe('logout+jwt');
    expect(claims.sub).toBe(sub);
    for (const name of ['nonce', 'auth_time', 'at_hash', 'acr', 'name'])
      expect(claims).not.toHaveProperty(name);
  });

  test('is accepted once, for two minutes, and only by its own product', async () => {
    const { token, sub } = await signedOut();
    const seen = new Set<string>();
    expect(await validateLogoutToken(token, await at(books), seen)).toMatchObject({ sub });
    await expect(validateLogoutToken(token, await at(books), seen)).rejects.toThrow('a replay');
    await expect(validateLogoutToken(token, await at(papers), new Set())).rejects.toThrow('aud');
    const other = { ...(await at(books)), issuer: 'https://other.example/auth/oidc' };
    await expect(validateLogoutToken(token, other, new Set())).rejects.toThrow('iss');
    await world.clock.advance(121);
    await expect(validateLogoutToken(token, await at(books), new Set())).rejects.toThrow('exp');
  });

  test('of an attacker is rejected: an id_token in its place, or one signed by another key', async () => {
    const { visitor, claims } = await signedIn(books);
    const [{ sub, sid, id_token } = { sub: '', sid: '', id_token: '' }] = claims;
    await expect(validateLogoutToken(id_token, await at(books), new Set())).rejects.toThrow('typ');
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const [iss, now] = [issuerOf(world), await world.clock.now()];
    const forged = await new SignJWT({
      iss,
      sub,
      sid,
      aud: 'books',
      iat: now,
      exp: now + 60,
      jti: 'x',
      events,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'logout+jwt', kid: 'public-ES256' })
      .sign(
        (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])).privateKey,
      );
    await expect(validateLogoutToken(forged, await at(books), new Set())).rejects.toThrow('signature');
    expect(await visitor.session()).toBeDefined();
  });
});

describe('an unauthenticated request', () => {
  test("can't cause a logout_token", async () => {
    const { plid, claims } = await signedIn(books);
    await publishEventKeys();
    const now = await world.clock.now();
    const forged = await signedEvent(plid, now, { key: 'an attacker' });
    expect((await sendEvent(world, forged)).status).toBe(400);
    const stranger = new Visitor(world);
    await stranger.post('/auth/logout', { everywhere: 'Y' });
    await stranger.get(`${issuerOf(world)}/logout?id_token_hint=${claims[0]?.id_token}`);
    await stranger.fetch(`${world.gateway}/auth/admin/people/erase`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ plid }),
    });
    await world.settled();
    expect(receiver.received).toEqual([]);
  });
});

describe('a product', () => {
  test("learns nothing about a user's sessions at other products", async () => {
    const { visitor, plid, claims } = await signedIn(books, papers);
    const [atBooks, atPapers] = claims;
    await signInAt(new Visitor(world), papers);
    expect(receiver.received).toEqual([]);
    await visitor.post('/auth/logout', { everywhere: 'Y' });
    await Promise.all([arrived(1), arrived(2, papers)]);
    const [[toBooks = ''], toPapers] = [receiver.tokensOf('books'), receiver.tokensOf('papers')];
    const ofBooks = readToken(toBooks).claims;
    const ofPapers = toPapers.map((token) => readToken(token).claims);
    for (const { sub, sid, jti } of ofPapers) {
      expect([ofBooks.sub, ofBooks.sid, ofBooks.jti]).not.toEqual(expect.arrayContaining([sub]));
      for (const value of [sub, sid, jti]) expect(Object.values(ofBooks)).not.toContain(value);
    }
    expect([ofBooks.sid, ofBooks.sub]).toEqual([atBooks?.sid, atBooks?.sub]);
    expect(ofPapers.map(({ sid }) => sid)).toContain(atPapers?.sid);
    const text = JSON.stringify([ofBooks, ofPapers]);
    expect(text).not.toContain(plid);
    const rows = JSON.stringify(await world.sessionRows(plid));
    expect(rows).not.toContain(String(ofBooks.sid));
  });

  test("gets a sid that reveals nothing about the gateway's session", async () => {
    const { visitor, plid, claims } = await signedIn(books);
    const [row] = await world.sessionRows(plid);
    const sid = String(claims[0]?.sid);
    expect(row?.id).not.toContain(sid);
    expect(sid).not.toContain(row?.id.slice(0, 8));
    const { sessions } = (await (await visitor.fetch(`${world.gateway}/auth/sessions`)).json()) as {
      sessions: { session: string }[];
    };
    expect(sid).not.toContain(sessions[0]?.session);
    const headers = { Authorization: `Bearer ${sid}` };
    expect((await world.fetch(`${world.gateway}/auth/session`, { headers })).status).toBe(401);
    expect(
      await (await new Visitor(world).post('/auth/logout', { session: sid.slice(0, 16) })).json(),
    ).toMatchObject({ error: expect.any(String) });
  });
});

test.each([
  'http://10.0.0.1/logout',
  'http://192.168.0.1/logout',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00::1]/logout',
  'http://books.example.com/logout',
  'http://localhost.example.com/logout',
  'https://user:secret@books.example.com/logout',
  'https://books.example.com/logout#fragment',
  'file:///etc/passwd',
  'ftp://books.example.com/logout',
  '//books.example.com/logout',
  '',
])('the logout address %j is refused at startup, with the place in the setting', (backchannel_logout_uri) => {
  const [entry] = JSON.parse(openIdClients);
  const text = JSON.stringify([{ ...entry, backchannel_logout_uri }]);
  const { issues } = v.safeParse(relyingPartiesSetting, text);
  expect(issues?.[0]?.message).toBe(
    'needs https://… (http only on localhost), without a fragment, at most 500 characters at 0.backchannel_logout_uri (entries are counted from 0)',
  );
});
