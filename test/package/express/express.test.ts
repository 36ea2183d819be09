import type { IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { expressSession, type SessionStore } from '../../../packages/plid/express/index.ts';
import { person, startServiceStandIn } from '../../support/fakes/service-stand-in.ts';
import { useStarted } from '../../support/world/use-world.ts';
import { type Options, pagesOf, serve, signInWith, site } from './application.ts';

const standIn = useStarted(async () => ({ ...(await startServiceStandIn()), logs: () => '' }));
beforeEach(() => standIn.reset());

const start = (changes: Partial<Options> = {}) => serve(...pagesOf(signInWith(standIn.url, changes)));
const session = { plid: person.plid, name: person.name };

describe('a sign-in of plid/express', () => {
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

  test.each(['//evil.example/callback', 'http://evil.example/callback', '/\\evil.example/callback'])(
    'at the target %s reaches no route',
    async (target) => {
      const visitor = (await start()).browser();
      const [, query] = (await visitor.begin()).split('?');
      expect((await visitor.visit(`${target}?${query}`)).status).toBe(404);
      expect((await visitor.visit(target.replace('callback', 'login'))).status).toBe(404);
    },
  );

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
