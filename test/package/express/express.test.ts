import type { IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expressSession, type SessionStore } from '../../../packages/plid/express/index.ts';
import { person, startServiceStandIn, userAnswer } from '../../support/fakes/service-stand-in.ts';
import { useStarted } from '../../support/world/use-world.ts';
import { cookieKey, type Options, pagesOf, serve, signInWith, site } from './application.ts';

const standIn = useStarted(async () => ({ ...(await startServiceStandIn()), logs: () => '' }));
beforeEach(() => standIn.reset());

const start = (changes: Partial<Options> = {}) => serve(...pagesOf(signInWith(standIn.url, changes)));
const automatic = () => userAnswer({ plid: person.plid }, { autoLoginYn: 'Y' });
const session = { plid: person.plid, name: person.name };

describe('a sign-in of plid/express', () => {
  test('stores what the handler returns in an encrypted cookie', async () => {
    const browser = (await start()).browser();
    const begun = await browser.visit('/login?return_to=/orders');
    expect([begun.status, begun.headers['cache-control'], begun.cookies.length]).toEqual([
      303,
      'no-store',
      1,
    ]);
    expect(begun.location).toContain(`${standIn.url}/oauth2/authorize?`);
    const state = new URL(begun.location).searchParams.get('state');
    const back = await browser.visit(`/callback?code=the-code&state=${state}`);
    expect([back.status, back.location]).toEqual([303, `${site}/orders`]);
    const form = /^__Host-plid-web-session=[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/;
    expect(back.cookies).toEqual([expect.stringMatching(/Max-Age=0/), expect.stringMatching(form)]);
    expect(back.cookies.join()).not.toContain(person.plid);
    expect(JSON.parse((await browser.visit('/orders')).body)).toEqual(session);
    expect(JSON.parse((await browser.visit('/')).body)).toEqual(session);
  });

  test('that is automatic signs a stored user in, and any other user with the phone', async () => {
    standIn.answer({ user: await automatic() });
    const known = (await start()).browser();
    await known.signIn();
    expect(JSON.parse((await known.visit('/')).body)).toEqual({ plid: person.plid, name: 'stored' });

    const outcomes = { signed_in: () => ({}), automatic: () => undefined };
    const browser = (await start({ outcomes })).browser();
    const again = await browser.signIn('/login?return_to=/orders');
    const { searchParams } = new URL(again.location);
    expect(searchParams.get('prompt')).toBe('login');
    expect((await browser.visit('/')).body).toBe('"nobody"');
    standIn.reset();
    const back = await browser.visit(`/callback?code=the-code&state=${searchParams.get('state')}`);
    expect([back.location, (await browser.visit('/orders')).status]).toEqual([`${site}/orders`, 200]);
  });

  test('keeps cookies that the application has set, and signs no user in if a handler responds', async () => {
    const banned: Options['outcomes']['signed_in'] = (_outcome, _request, response) => {
      response.writeHead(403).end('banned');
      return { name: 'not stored' };
    };
    const plid = signInWith(standIn.url, { outcomes: { signed_in: banned, automatic: () => undefined } });
    const { browser, errors } = await serve((_request, response, next) => {
      response.setHeader('Set-Cookie', 'own=1');
      next();
    }, plid.routes);
    const visitor = browser();
    const back = await visitor.signIn();
    expect([back.status, back.body]).toEqual([403, 'banned']);
    expect(back.cookies).toEqual(['own=1', expect.stringMatching(/^__Host-plid-sign-in-\S+=; Max-Age=0/)]);
    // A second answer to the callback would be an error by now.
    expect((await visitor.signIn()).status).toBe(403);
    expect(errors).toEqual([]);
  });

  test('contains the plid of the user, even if the handler returns another one', async () => {
    const outcomes: Options['outcomes'] = {
      signed_in: () => ({ name: 'kim', plid: 'of another user' }),
      automatic: () => undefined,
    };
    const browser = (await start({ outcomes })).browser();
    await browser.signIn();
    expect(JSON.parse((await browser.visit('/')).body)).toEqual({ name: 'kim', plid: person.plid });
  });

  test('is not stored if a handler has started a response that it ends later', async () => {
    const signed_in: Options['outcomes']['signed_in'] = (_outcome, _request, response) => {
      response.writeHead(200).write('a');
      setTimeout(() => response.end('b'), 10);
      return undefined;
    };
    const { browser, errors } = await start({ outcomes: { signed_in, automatic: () => undefined } });
    const back = await browser().signIn();
    expect([back.status, back.body, errors]).toEqual([200, 'ab', []]);
  });

  test('is read once for each request', async () => {
    let reads = 0;
    const session: SessionStore = {
      ...{ write: async () => undefined, clear: async () => undefined },
      async read() {
        reads += 1;
        return { plid: person.plid };
      },
    };
    const browser = (await start({ session })).browser();
    expect((await browser.visit('/orders')).body).toContain(person.plid);
    expect(reads).toBe(1);
  });

  test('ends with a same-origin POST, at the path that the form names', async () => {
    const browser = (await start()).browser();
    await browser.signIn();
    const bye = await browser.visit('/logout?return_to=/bye', { method: 'POST', origin: site });
    expect([bye.status, bye.location, browser.cookies.size]).toEqual([303, `${site}/bye`, 0]);
    expect((await browser.visit('/')).body).toBe('"nobody"');
  });

  test('ends with its lifetime, and works while the cookie key is rotated', async () => {
    const old = (await start({ sessionLifetime: 60 })).browser();
    await old.signIn();
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now');
    const nameAt = async (seconds: number, key: string) => {
      clock.mockReturnValue(now + seconds * 1_000);
      const browser = (await start({ cookieKey: key })).browser();
      for (const [name, value] of old.cookies) browser.cookies.set(name, value);
      return (await browser.visit('/')).body;
    };
    try {
      expect(await nameAt(58, cookieKey)).toContain(person.plid);
      expect(await nameAt(58, `${'fedcba9876543210'.repeat(3)},${cookieKey}`)).toContain(person.plid);
      expect(await nameAt(58, 'fedcba9876543210'.repeat(3))).toBe('"nobody"');
      expect(await nameAt(61, cookieKey)).toBe('"nobody"');
    } finally {
      clock.mockRestore();
    }
  });

  test('is required of a page with a redirect, and of an API with 401', async () => {
    const browser = (await start()).browser();
    const page = await browser.visit('/orders?page=2&x=a%20b', { accept: 'text/html' });
    expect([page.status, page.location]).toEqual([
      303,
      `${site}/login?return_to=%2Forders%3Fpage%3D2%26x%3Da%2520b`,
    ]);
    expect(page.headers['cache-control']).toBe('no-store');
    const head = await browser.visit('/orders', { method: 'HEAD', accept: 'text/html' });
    expect([head.status, head.location]).toEqual([303, `${site}/login?return_to=%2Forders`]);
    const api = await browser.visit('/orders', { accept: '*/*' });
    expect([api.status, JSON.parse(api.body).error]).toEqual([401, 'login_required']);
    expect(api.headers['cache-control']).toBe('no-store');
    const form = await browser.visit('/orders', { method: 'POST', accept: 'text/html' });
    expect(form.status).toBe(401);
    const back = await browser.signIn(page.location.slice(site.length));
    expect(back.location).toBe(`${site}/orders?page=2&x=a%20b`);
  });

  test('works below a mount path, and with routes of its own', async () => {
    const plid = signInWith(standIn.url, { redirectUri: `${site}/shop/callback` });
    const mounted = await serve((request, response, next) => {
      const { url = '' } = request;
      Object.assign(request, { originalUrl: url, url: url.replace('/shop', '') });
      plid.routes(request, response, next);
    });
    const visitor = mounted.browser();
    const callback = await visitor.begin('/shop/login');
    expect((await visitor.visit(`/shop${callback}`)).status).toBe(303);
    expect((await visitor.visit('/shop/logout', { method: 'POST', origin: site })).status).toBe(303);

    const named = signInWith(standIn.url, { loginPath: '/in', logoutPath: '/out' });
    const own = (await serve(named.routes)).browser();
    expect((await own.visit('/in')).status).toBe(303);
    expect((await own.visit('/out', { method: 'POST', origin: site })).status).toBe(303);
    expect((await own.visit('/login')).status).toBe(404);
    const shown = await (await serve(named.logout)).browser().visit('/out');
    expect([shown.status, shown.headers.allow]).toEqual([405, 'POST']);
  });

  test('has middlewares of three parameters, because Express calls one of four only for errors', () => {
    const { routes, required, login, callback, logout } = signInWith(standIn.url);
    const lengths = [routes, required, login, callback, logout].map((middleware) => middleware.length);
    expect(lengths).toEqual([3, 3, 3, 3, 3]);
  });

  test("passes other methods and paths on, and doesn't guess a session that wasn't read", async () => {
    const browser = (await start()).browser();
    for (const [method, path] of [
      ['POST', '/callback'],
      ['GET', '/logout'],
      ['GET', '/login/more'],
    ] as const)
      expect((await browser.visit(path, { method })).status, path).toBe(404);
    const plid = signInWith(standIn.url);
    expect(() => plid.session({} as IncomingMessage)).toThrow('Add app.use(plid.routes) above your routes.');
  });

  test('gives access to the client, for a disconnect', async () => {
    await signInWith(standIn.url).client.disconnect(person.plid);
    expect(standIn.received.map(({ path }) => path)).toEqual(['/v1/user/disconnect']);
  });
});

describe("the application's own session", () => {
  /** A stand-in for express-session with one browser. */
  function ownSession() {
    const steps: string[] = [];
    const create = (): Record<string, unknown> => ({
      id: steps.length,
      regenerate(done: () => void) {
        steps.push('regenerate');
        current = create();
        done();
      },
      destroy(done: () => void) {
        steps.push('destroy');
        current = create();
        done();
      },
    });
    let current = create();
    const middleware = (request: IncomingMessage, _response: unknown, next: () => void) => {
      Object.defineProperty(request, 'session', { get: () => current, configurable: true });
      next();
    };
    return { middleware, steps };
  }

  test('gets a new ID before the handler runs, and is destroyed at the sign-out', async () => {
    const { middleware, steps } = ownSession();
    const outcomes: Options['outcomes'] = {
      signed_in({ user }, request) {
        steps.push('handler');
        Object.assign((request as unknown as { session: object }).session, { cart: [] });
        return { name: user.name };
      },
      automatic: () => undefined,
    };
    const plid = signInWith(standIn.url, { session: expressSession, outcomes });
    const visitor = (await serve(middleware, ...pagesOf(plid))).browser();
    expect((await visitor.visit('/')).body).toBe('"nobody"');
    await visitor.signIn();
    expect(JSON.parse((await visitor.visit('/orders')).body)).toEqual(session);
    expect([...visitor.cookies.keys()]).toEqual([]);
    await visitor.visit('/logout', { method: 'POST', origin: site });
    expect((await visitor.visit('/')).body).toBe('"nobody"');
    expect(steps).toEqual(['regenerate', 'handler', 'destroy']);
  });

  test('is named in the error if it is missing', async () => {
    const { browser, errors } = await start({ session: expressSession });
    expect((await browser().visit('/')).status).toBe(500);
    expect(String(errors)).toContain('Add express-session to the application before plid.');
  });
});
