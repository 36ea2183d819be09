import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { encryptedCookies } from '../../packages/plid/web/encrypted-cookie.ts';
import { cookieKey, site, type Visitor } from '../package/express/application.ts';
import { person, startServiceStandIn } from '../support/fakes/service-stand-in.ts';
import { useStarted } from '../support/world/use-world.ts';
import { websites } from './support/websites.ts';

const standIn = useStarted(async () => ({ ...(await startServiceStandIn()), logs: () => '' }));
beforeEach(() => standIn.reset());
// Refusals are logged.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => vi.mocked(console.warn).mockRestore());

const sessionName = '__Host-plid-web-session';
const signedInAs = async (visitor: Visitor) => (await visitor.visit('/')).body;

/** The callback is refused, no code is sent, and the browser isn't signed in. */
async function isRefused(visitor: Visitor, callback: string, headers: Record<string, string> = {}) {
  const exchanges = standIn.exchanges();
  const shown = await visitor.visit(callback, headers);
  expect([shown.status, standIn.exchanges()], callback).toEqual([400, exchanges]);
  expect(shown.cookies.filter((line) => line.startsWith(sessionName))).toEqual([]);
  expect(visitor.cookies.has(sessionName)).toBe(false);
}

describe.each(websites)("an attacker's callback at $name", ({ serve }) => {
  const start = () => serve(standIn.url);

  test('with a state of another sign-in, another browser, or none is refused', async () => {
    const { browser, errors } = await start();
    const [attacker, victim] = [browser(), browser()];
    const stolen = await attacker.begin();
    const open = await victim.begin();
    for (const callback of [
      stolen,
      '/callback?code=stolen&state=zzz',
      '/callback?code=stolen&state=',
      '/callback?code=stolen',
      '/callback',
      '/callback?error=access_denied&state=zzz',
      `${stolen}&state=again&code=twice`,
      '/callback?state[a]=b&error[]=c',
      '/callback?%E0%A4%A=%',
      `/callback?state=${'a'.repeat(8_000)}`,
    ])
      await isRefused(victim, callback);
    expect(errors).toEqual([]);
    expect((await victim.visit(open)).status).toBe(303);
  });

  test.each(['state=again', 'code=twice', 'error=a&error=b', 'iss=a&iss=b'])(
    'of a sign-in of this browser with %s added is refused, and logs nothing',
    async (added) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {});
      const { browser, errors } = await start();
      const visitor = browser();
      await isRefused(visitor, `${await visitor.begin()}&${added}`);
      expect([errors, log.mock.calls]).toEqual([[], []]);
      log.mockRestore();
      expect((await visitor.signIn()).status).toBe(303);
    },
  );

  test('that was used before is refused without the session', async () => {
    const visitor = (await start()).browser();
    const callback = await visitor.begin();
    expect((await visitor.visit(callback)).status).toBe(303);
    visitor.cookies.clear();
    await isRefused(visitor, callback);
    expect(standIn.exchanges()).toBe(1);
  });

  test('leads a signed-in user to the first page, and neither ends nor changes the session', async () => {
    const visitor = (await start()).browser();
    await visitor.signIn();
    const session = visitor.cookies.get(sessionName);
    const shown = await visitor.visit('/callback?code=stolen&state=zzz');
    expect([shown.status, shown.location, shown.cookies]).toEqual([303, `${site}/`, []]);
    expect(visitor.cookies.get(sessionName)).toBe(session);
    expect(await signedInAs(visitor)).toContain(person.plid);
    expect(standIn.exchanges('stolen')).toBe(0);
  });
});

describe.each(websites)('a forged cookie at $name', ({ serve }) => {
  const start = () => serve(standIn.url);

  const encrypt = (purpose: string, key: string, content: object, lifetime = 60) =>
    encryptedCookies(new URL(site), key, purpose).encrypt(content, lifetime);
  const plid = { plid: 'someone-else' };

  test.each<[string, (value: string) => string | Promise<string>]>([
    ['of plain JSON', () => Buffer.from('{"plid":"p","expires":9999999999}').toString('base64url')],
    ['that is empty', () => ''],
    ['without its end', (value) => value.slice(0, -1)],
    ['without its beginning', (value) => value.slice(1)],
    ['with a changed letter', (value) => value.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['with something appended', (value) => `${value}.AAAA`],
    ['of 6,000 letters', () => 'A'.repeat(6_000)],
    ['with another key', () => encrypt('web session', 'ghijklmnopqrstuv'.repeat(2), plid)],
    ['of a sign-in', () => encrypt('web sign-in', cookieKey, plid)],
    ['that has expired', () => encrypt('web session', cookieKey, plid, 0)],
    ['without a plid', () => encrypt('web session', cookieKey, { name: 'x' })],
    ["with a plid that isn't a string", () => encrypt('web session', cookieKey, { plid: 1 })],
  ])('%s signs no user in', async (_, change) => {
    const visitor = (await start()).browser();
    await visitor.signIn();
    visitor.cookies.set(sessionName, await change(visitor.cookies.get(sessionName) ?? ''));
    expect(await signedInAs(visitor)).toBe('"nobody"');
    expect((await visitor.visit('/orders')).status).toBe(401);
  });

  test('of the right key and purpose would be accepted, so the tests above mean something', async () => {
    const visitor = (await start()).browser();
    visitor.cookies.set(sessionName, await encrypt('web session', cookieKey, plid));
    expect(await signedInAs(visitor)).toContain('someone-else');
  });

  test("from a neighboring host, which can't set the prefix, signs no user in", async () => {
    const visitor = (await start()).browser();
    await visitor.signIn();
    const value = visitor.cookies.get(sessionName) ?? '';
    visitor.cookies.clear();
    for (const name of ['plid-web-session', ` ${sessionName}x`, '__Secure-plid-web-session'])
      visitor.cookies.set(name, value);
    expect(await signedInAs(visitor)).toBe('"nobody"');
  });

  test('of a sign-in with a changed value is refused', async () => {
    const visitor = (await start()).browser();
    const callback = await visitor.begin();
    const [[name, value] = ['', '']] = visitor.cookies;
    for (const changed of ['AAAA', value.slice(0, -1), value.slice(1), `${value}A`]) {
      visitor.cookies.set(name, changed);
      await isRefused(visitor, callback);
      visitor.cookies.set(name, value);
    }
  });
});

describe.each(websites)('a redirect at $name', ({ serve }) => {
  const start = () => serve(standIn.url);

  const elsewhere = [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/.//evil.example/',
    '/orders\r\nSet-Cookie: a=b',
    '/orders\nLocation: https://evil.example/',
    'javascript:alert(1)',
    '@evil.example/',
  ];

  test.each(elsewhere)('leads to the own site, whatever return_to is: %j', async (path) => {
    const visitor = (await start()).browser();
    const query = `return_to=${encodeURIComponent(path)}`;
    const back = await visitor.signIn(`/login?${query}`);
    expect(back.location).toBe(`${site}/`);
    expect(Object.keys(back.headers).sort()).not.toContain('a');
    const bye = await visitor.visit(`/logout?${query}`, { method: 'POST', origin: site });
    expect([bye.status, bye.location]).toEqual([303, `${site}/`]);
  });

  test('takes no part of its URL from the request', async () => {
    const visitor = (await start()).browser();
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
      accept: 'text/html',
    };
    expect((await visitor.visit('/orders', headers)).location).toBe(
      `${site}/login?return_to=%2Forders&required=Y`,
    );
    const begun = await visitor.visit('/login?return_to=/orders', headers);
    const { searchParams } = new URL(begun.location);
    expect(searchParams.get('redirect_uri')).toBe(`${site}/callback`);
    expect(begun.cookies.join()).toMatch(
      /^__Host-[^;]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const callback = `/callback?code=the-code&state=${searchParams.get('state')}`;
    expect((await visitor.visit(callback, headers)).location).toBe(`${site}/orders`);
    const bye = await visitor.visit('/logout', {
      ...headers,
      method: 'POST',
      origin: 'https://evil.example',
    });
    expect(bye.status).toBe(403);
  });

  test('from a page with a strange path returns to a path of the own site', async () => {
    const visitor = (await start()).browser();
    for (const path of ['/orders//evil.example', '/orders?x=%0d%0aSet-Cookie:a=b', '/orders?"><script>']) {
      const { location } = await visitor.visit(path, { accept: 'text/html' });
      const back = await visitor.signIn(location.slice(site.length));
      expect(new URL(back.location).origin, path).toBe(site);
      expect(back.headers['set-cookie']?.join(), path).not.toMatch(/(?:^|,)a=b/);
      visitor.cookies.clear();
    }
  });
});

describe.each(websites)('a sign-out from another site at $name', ({ serve }) => {
  const start = () => serve(standIn.url);

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: site },
    { 'sec-fetch-site': 'same-origin, cross-site', origin: site },
    { origin: 'https://evil.example' },
    { origin: 'http://shop.example.com' },
    { origin: 'null' },
    { origin: `${site}.evil.example` },
    { referer: `${site}/` },
    {},
  ])('with %j is refused', async (headers) => {
    const visitor = (await start()).browser();
    await visitor.signIn();
    const shown = await visitor.visit('/logout', { method: 'POST', ...headers });
    expect([shown.status, shown.cookies]).toEqual([403, []]);
    expect(shown.body).toContain('Sign-out requests from other sites');
    expect(shown.headers['cache-control']).toBe('no-store');
    expect(await signedInAs(visitor)).toContain(person.plid);
  });

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { origin: site },
  ])('is none with %j', async (headers) => {
    const visitor = (await start()).browser();
    await visitor.signIn();
    expect((await visitor.visit('/logout', { method: 'POST', ...headers })).status).toBe(303);
    expect(await signedInAs(visitor)).toBe('"nobody"');
  });
});

test.each(websites)(
  'no page or log of $name contains the code, a cookie key, or the client secret',
  async ({ serve }) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { browser, errors } = await serve(standIn.url);
    const visitor = browser();
    standIn.answer({ token: { status: 401, body: { error: 'invalid_client', message: 'the-code' } } });
    const shown = await visitor.signIn();
    const everything = JSON.stringify([shown, errors, log.mock.calls.map(String)]);
    for (const secret of ['the-code', cookieKey]) expect(everything).not.toContain(secret);
    log.mockRestore();
  },
);
