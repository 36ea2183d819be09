import type { Request, Response } from 'express';
import { expressSession, type PlidSignInOptions, plidSignIn } from 'plid/express';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../test/support/world/example-process.ts';
import { browserOf, deny, registerClient, signIn, useClientWorld } from '../client-world.ts';
import { type Shop, type Start, servers } from './servers.ts';

// A rejection that nothing handles makes Vitest fail, as it would end the process of an application.
const world = useClientWorld();

type Options = PlidSignInOptions<Shop>;

/** Starts an application. @param changes options of its sign-in. */
async function start(server: Start, changes: Partial<Options> = {}) {
  const port = await freePort();
  const home = `http://localhost:${port}`;
  const { service, client_id, client_secret } = await registerClient(world, `${home}/callback`);
  const users = new Map<string, Shop>();
  const plid = plidSignIn<Shop>({
    service,
    clientId: client_id,
    clientSecret: client_secret,
    redirectUri: `${home}/callback`,
    cookieKey: '0123456789abcdef'.repeat(2),
    outcomes: {
      signed_in({ user: { plid, name } }) {
        users.set(plid, { name });
        return { name };
      },
      automatic: ({ plid }) => users.get(plid),
    },
    ...changes,
  });
  onTestFinished(await server(plid, port, changes.session !== undefined));
  const browser = browserOf(world);
  const nameAt = async (path: string) => JSON.parse((await browser.get(`${home}${path}`)).text)?.name;
  return { home, users, browser, nameAt };
}

const post = (home: string, origin: string) => ({
  method: 'POST',
  redirect: 'manual' as const,
  headers: { Origin: origin, 'Sec-Fetch-Site': origin === home ? 'same-origin' : 'cross-site' },
});

describe.each(Object.entries(servers))('plid/express on %s', (_, server) => {
  test('signs a user in from a page that requires it, and out', async () => {
    const { home, browser, nameAt } = await start(server);
    expect((await fetch(`${home}/orders`)).status).toBe(401);
    const { person, end } = await signIn(world, browser, `${home}/orders?page=2`);
    expect([end.url.href, JSON.parse(end.text).name]).toEqual([`${home}/orders?page=2`, person.name]);
    expect((await browser.fetch(`${home}/logout`, post(home, 'https://evil.example'))).status).toBe(403);
    expect(await nameAt('/')).toBe(person.name);
    expect((await browser.fetch(`${home}/logout`, post(home, home))).status).toBe(303);
    expect(await nameAt('/')).toBeUndefined();
  });

  test('signs a stored user in automatically, and any other user with the phone', async () => {
    const { home, users, browser, nameAt } = await start(server);
    const { person } = await signIn(world, browser, `${home}/login`, { autoLogin: 'Y' });
    await browser.fetch(`${home}/logout`, post(home, home));
    expect((await browser.get(`${home}/login?return_to=/orders`)).url.href).toBe(`${home}/orders`);
    expect(await nameAt('/')).toBe(person.name);
    await browser.fetch(`${home}/logout`, post(home, home));
    users.clear();
    const { url } = await browser.get(`${home}/login`);
    expect([url.origin, url.searchParams.get('prompt') ?? 'login']).toEqual([world.address, 'login']);
  });

  test('shows a page after a denial and for forged callbacks, and signs in afterwards', async () => {
    const { home, nameAt, browser } = await start(server);
    const denied = await deny(world, browserOf(world), `${home}/login`);
    expect([denied.status, denied.text]).toEqual([
      400,
      expect.stringContaining('wasn’t approved on the phone'),
    ]);
    for (const query of ['', '?error=access_denied&state=zzz', '?code=stolen&state=a&state=b', '?%E0%A4%A=%'])
      expect((await fetch(`${home}/callback${query}`)).status, query).toBe(400);
    const { person } = await signIn(world, browser, `${home}/login`);
    expect(await nameAt('/orders')).toBe(person.name);
  });

  test('passes a rejection of a handler to the error handler, and answers the next request', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const rejecting = async () => Promise.reject(new Error('The database is out of order.'));
    const { home } = await start(server, {
      outcomes: { signed_in: rejecting, automatic: rejecting },
      failures: { failed: rejecting },
    });
    expect((await fetch(`${home}/callback?error=access_denied`)).status).toBe(500);
    const { end } = await signIn(world, browserOf(world), `${home}/login`);
    expect(end.status).toBe(500);
    expect((await fetch(home)).status).toBe(200);
    log.mockRestore();
  });

  test('shows a page while the service is down, and for a wrong client secret', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const down = await start(server, { service: `http://localhost:${await freePort()}`, par: true });
    expect((await fetch(`${down.home}/login`)).status).toBe(503);
    const wrong = await start(server, { clientSecret: 'f'.repeat(64), par: true });
    expect((await fetch(`${wrong.home}/login`)).status).toBe(500);
    expect(String(log.mock.calls)).toContain('Check the options clientId and clientSecret.');
    expect((await fetch(wrong.home)).status).toBe(200);
    log.mockRestore();
  });
});

test.each(['Express 4', 'Express 5'])("a handler on %s can use Express's own response", async (name) => {
  const { home } = await start(servers[name] as Start, {
    failures: {
      under_age: (_outcome, _request, response: Response) => response.redirect('/guardian'),
      failed: ({ type, text }, request: Request, response: Response) =>
        response.status(418).json([type, text.ko, request.path]),
    },
  });
  const refused = await fetch(`${home}/callback?state=x`);
  expect([refused.status, await refused.json()]).toEqual([
    418,
    ['refused', expect.stringContaining('다른 브라우저에서 시작했거나'), '/callback'],
  ]);
});

describe.each(['Express 4', 'Express 5'])('plid/express with express-session on %s', (name) => {
  test('gives a signed-in user a new session ID, and ends the session at the sign-out', async () => {
    const { home, browser, nameAt } = await start(servers[name] as Start, { session: expressSession });
    await browser.get(home);
    const planted = browser.cookies(home).get('connect.sid') ?? '';
    const { person } = await signIn(world, browser, `${home}/login`);
    const own = browser.cookies(home).get('connect.sid') ?? '';
    expect(await nameAt('/orders')).toBe(person.name);
    const shownTo = async (id: string) =>
      (await fetch(home, { headers: { Cookie: `connect.sid=${encodeURIComponent(id)}` } })).text();
    expect([own === planted, await shownTo(planted), await shownTo(own)]).toEqual([
      false,
      'null',
      expect.stringContaining(person.name),
    ]);
    expect((await browser.fetch(`${home}/logout`, post(home, home))).status).toBe(303);
    expect(await shownTo(own)).toBe('null');
  });
});
