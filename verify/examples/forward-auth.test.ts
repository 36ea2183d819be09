import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { identityVerifier } from '../../packages/plid/identity/index.ts';
import { publicSecrets } from '../../sandbox/world/public-secrets.ts';
import {
  applicationCookies,
  gatewayCookieSpellings,
} from '../../test/support/fixtures/gateway-cookie-names.ts';
import { inTurn } from '../clients/in-turn.ts';
import { openSocket } from './open-socket.ts';
import { isThere, proxies } from './proxies.ts';
import { page, startProxyWorld } from './proxy-world.ts';

/** A Cookie header in which groups of the application's cookies alternate with cookies of the gateway. */
const interleaved = (cookie: string, gateway: readonly string[], groups: number): string =>
  [cookie, ...Array.from({ length: groups }, (_, index) => `${gateway[index]}; own${index + 1}=1`)].join(
    '; ',
  );

/** Submits a form as a browser, whose headers `fetch` doesn't send. */
async function submitForm(url: string, own: Record<string, string>) {
  const headers = { ...page, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'same-origin', ...own };
  const answered = Promise.withResolvers<IncomingMessage>();
  request(url, { method: 'POST', headers }, answered.resolve).on('error', answered.reject).end('a=b');
  const answer = (await answered.promise).resume();
  return { status: answer.statusCode, location: answer.headers.location };
}

const program = { Accept: 'application/json' };

let world: Awaited<ReturnType<typeof startProxyWorld>>;
let signedIn: { cookie: string; plid: string };
beforeAll(async () => {
  world = await startProxyWorld();
  signedIn = await world.signIn();
});
afterAll(() => world?.close());
beforeEach(() => void world.received.splice(0));

describe.each(inTurn(Object.entries(proxies)))('%s in front of an application', (proxyName, proxy) => {
  const skipped = !isThere(proxy);
  const name = (what: string) => (skipped ? `${what} (skipped: apt-get install ${proxy.install})` : what);
  let started: Awaited<ReturnType<typeof world.startProxy>> | undefined;
  beforeAll(async () => {
    if (!skipped) started = await world.startProxy(proxy);
  });
  afterAll(() => started?.stop());

  const send = (path: string, headers: Record<string, string>, method = 'GET') =>
    fetch(`${started?.url}${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(method === 'POST' && { body: 'a=b' }),
    });
  const reached = () => world.received.map(({ headers }) => headers);
  const identities = (headers: Record<string, string> | undefined) =>
    Object.entries(headers ?? {}).filter(([header]) =>
      /^(?:plid[-_]identity|x[-_]auth[-_]request[-_]user)$/i.test(header),
    );
  const verify = (header: string | undefined) =>
    identityVerifier({
      key: publicSecrets.IDENTITY_KEY,
      issuer: world.sandbox.url,
      audience: world.sandbox.url,
    })(header);

  test.skipIf(skipped)(name('redirects a page without a session to the login, and back'), async () => {
    const answer = await send('/orders?page=2', page);
    // The sandbox answers with the address at which it was asked.
    const location = answer.headers.get('Location')?.replace(world.askedAt, world.sandbox.url);
    expect([answer.status, location]).toEqual([
      302,
      `${world.sandbox.url}/auth/login?return_to=%2Forders%3Fpage%3D2&required=Y`,
    ]);
    expect(reached()).toEqual([]);
  });

  test.skipIf(skipped)(name('answers 401 without a session, whatever headers a caller adds'), async () => {
    const forged = { 'Plid-Identity': 'a.b.c', 'X-Auth-Request-User': signedIn.plid };
    for (const headers of [
      program,
      { ...program, ...forged },
      { ...program, Cookie: 'plid-session=plid_a.b' },
    ])
      expect((await send('/orders', headers)).status).toBe(401);
    expect((await send('/orders', page, 'POST')).status).toBe(401);
    expect(reached()).toEqual([]);
  });

  test.skipIf(skipped)(
    name('leads a form without a session to the login, and back to its page'),
    async () => {
      const own = { Origin: world.askedAt, Referer: `${world.askedAt}/orders/new?item=1` };
      const { status, location } = await submitForm(`${started?.url}/orders`, own);
      expect([status, location?.replace(world.askedAt, world.sandbox.url)]).toEqual([
        302,
        `${world.sandbox.url}/auth/login?return_to=%2Forders%2Fnew%3Fitem%3D1&required=Y`,
      ]);
      const evil = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
      expect((await submitForm(`${started?.url}/orders`, { ...own, ...evil })).status).toBe(403);
      expect(reached()).toEqual([]);
    },
  );

  test.skipIf(skipped)(
    name('passes the identity to the application, and not the session cookie'),
    async () => {
      const sent = { ...page, Cookie: `theme=dark; ${signedIn.cookie}; basket=1` };
      for (const method of ['GET', 'POST']) {
        const answer = await send('/orders?page=2', sent, method);
        expect([answer.status, await answer.text()]).toEqual([200, 'from the application']);
        const headers = reached().at(-1);
        expect((await verify(headers?.['plid-identity']))?.user).toMatchObject({
          plid: signedIn.plid,
          name: '김하나',
        });
        expect(headers?.cookie).toBe('theme=dark; basket=1');
        expect(headers).not.toHaveProperty('plid-identity-key');
      }
      expect(world.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
        'GET /orders?page=2',
        'POST /orders?page=2',
      ]);
    },
  );

  test.skipIf(skipped)(name('removes every cookie that the gateway can set, in every spelling'), async () => {
    const { cookie } = signedIn;
    const application = applicationCookies.join('; ');
    const spelled = gatewayCookieSpellings.map((spelling) => `${spelling}=tossed`);
    const cases: [string, string | undefined][] = [
      ...spelled.map((one): [string, string] => [
        `${cookie}; ${application}; ${one}; c=3`,
        `${application}; c=3`,
      ]),
      [[cookie, ...spelled, application, ...spelled].join('; '), application],
      [[cookie, ...spelled].join(';'), undefined],
      [`a=1;${cookie};${spelled[0]};c=3`, 'a=1;c=3'],
      [`a=1; ${cookie}; c=x,y,,z`, 'a=1; c=x,y,,z'],
      // nginx passes up to eight groups of the application's cookies, and otherwise none.
      [interleaved(cookie, spelled, 8), 'own1=1; own2=1; own3=1; own4=1; own5=1; own6=1; own7=1; own8=1'],
      [
        interleaved(cookie, spelled, 9),
        proxyName === 'nginx' ? undefined : expect.stringMatching(/^own1=1; .*; own9=1$/),
      ],
    ];
    for (const [Cookie, expected] of cases) {
      expect((await send('/orders', { ...program, Cookie })).status, Cookie).toBe(200);
      expect(reached().at(-1)?.cookie || undefined, Cookie).toEqual(expected);
    }
    expect(gatewayCookieSpellings).toHaveLength(30);
    expect(JSON.stringify(world.received)).not.toMatch(/tossed/);
    expect(JSON.stringify(world.received)).not.toContain(cookie);
  });

  test.skipIf(skipped)(name('removes identity headers of a caller, in every spelling'), async () => {
    const names = [
      'Plid-Identity',
      'Plid_Identity',
      'X-Auth-Request-User',
      'x_auth_request_user',
      'X_Auth-Request_User',
    ];
    const forged = Object.fromEntries(names.map((header) => [header, 'somebody-else']));
    expect((await send('/orders', { ...program, ...forged, Cookie: signedIn.cookie })).status).toBe(200);
    const [headers] = reached();
    expect(identities(headers).filter(([, value]) => value !== '')).toEqual([
      ['plid-identity', headers?.['plid-identity']],
    ]);
    expect((await verify(headers?.['plid-identity']))?.user.plid).toBe(signedIn.plid);
  });

  test.skipIf(skipped)(
    name('answers 403 if a page of another origin sends a form with the cookie'),
    async () => {
      const evil = {
        ...page,
        Cookie: signedIn.cookie,
        Origin: 'https://evil.example',
        'Sec-Fetch-Site': 'cross-site',
      };
      const named = {
        'X-Forwarded-Method': 'GET',
        'X-Original-Method': 'GET',
        'X-HTTP-Method-Override': 'GET',
      };
      for (const headers of [evil, { ...evil, ...named }])
        expect((await send('/orders', headers, 'POST')).status).toBe(403);
      expect(reached()).toEqual([]);
    },
  );

  test.skipIf(skipped)(
    name('answers 401 to a preflight, and to a request that claims to be one'),
    async () => {
      const preflight = {
        ...program,
        Origin: 'https://app.example',
        'Access-Control-Request-Method': 'GET',
        'Plid-Identity': 'a.b.c',
      };
      const forwarded = { 'X-Forwarded-Method': 'OPTIONS' };
      const original = { 'X-Original-Method': 'OPTIONS' };
      for (const method of ['OPTIONS', 'GET', 'HEAD'])
        for (const named of [{}, forwarded, original, { ...forwarded, ...original }])
          expect((await send('/secret', { ...preflight, ...named }, method)).status).toBe(401);
      expect(reached()).toEqual([]);
    },
  );

  test.skipIf(skipped)(name('passes a WebSocket of the application’s own page on'), async () => {
    const own = { Cookie: signedIn.cookie, Origin: world.sandbox.url };
    for (const fetched of [{}, { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'websocket' }])
      expect(await openSocket(`${started?.url}/live`, { ...own, ...fetched })).toEqual({
        status: 101,
        echo: 'ping',
      });
    for (const headers of reached()) {
      expect((await verify(headers['plid-identity']))?.user.plid).toBe(signedIn.plid);
      expect(headers.cookie || undefined).toBeUndefined();
    }
    expect(reached()).toHaveLength(2);
    expect(await openSocket(`${started?.url}/live`, { Origin: world.sandbox.url })).toEqual({ status: 401 });
  });

  test.skipIf(skipped)(
    name('answers 403 to a WebSocket of another host’s page with the cookie'),
    async () => {
      const evil = { Cookie: signedIn.cookie, Origin: 'https://evil.example.com' };
      for (const fetched of [{}, { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'websocket' }])
        expect(await openSocket(`${started?.url}/live`, { ...evil, ...fetched })).toEqual({ status: 403 });
      expect(reached()).toEqual([]);
    },
  );

  test.skipIf(skipped)(name('answers 401 once the user has signed out'), async () => {
    const { cookie } = await world.signIn();
    const headers = { ...program, Cookie: cookie };
    expect((await send('/orders', headers)).status).toBe(200);
    await fetch(`${world.sandbox.url}/auth/logout`, { method: 'POST', headers });
    expect((await send('/orders', headers)).status).toBe(401);
  });
});
