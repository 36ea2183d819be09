import { jwtVerify, SignJWT } from 'jose';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { identityVerifier } from '../../../../packages/plid/identity/index.ts';
import guard from '../../../../workers/gateway/features/guard/index.ts';
import { isPublicPath } from '../../../../workers/gateway/features/guard/public-paths.ts';
import { startApplication } from '../../../support/fakes/application-stand-in.ts';
import { person } from '../../../support/fakes/service-stand-in.ts';
import { askInProcess } from '../../../support/requests/ask-in-process.ts';
import { send as sendOverSocket } from '../../../support/requests/send.ts';
import { startGatewayWorld, Visitor } from '../../../support/world/gateway-world.ts';
import { gatewaySecrets, origins } from '../../../support/world/test-settings.ts';
import { closedAfterTest, useStarted } from '../../../support/world/use-world.ts';
import { startWorld } from '../../../support/world/world.ts';

const key = Buffer.from(gatewaySecrets.IDENTITY_KEY);
const page = { Accept: 'text/html' };
const trusted = { TRUSTED_ORIGINS: 'https://www.example.com', TRUSTED_HEADERS: 'Cf-Access-Jwt-Assertion' };
const dated = 'Thu, 01 Jan 2099 00:00:00 GMT';

/** Answers as Express does: a request with no-cache gets the whole file. */
function stylesheet(url: string, { 'if-none-match': known, 'cache-control': asked }: Record<string, string>) {
  const headers = { 'Content-Type': 'text/css', ETag: '"1"' };
  if (known === '"1"' && asked !== 'no-cache') return new Response(null, { status: 304, headers });
  return new Response('from the application', {
    headers: { ...headers, ...(url.startsWith('/dated') && { Expires: dated }) },
  });
}

describe('the guard', () => {
  let application: Awaited<ReturnType<typeof startApplication>>;
  /** Answers a folder without its slash as nginx and Apache do: with a redirect at the requested host. */
  const moved = (url: string): Record<string, string> =>
    url === '/moved'
      ? { Location: '/elsewhere' }
      : { Location: `${application.url}${url}/`, 'Set-Cookie': 'basket=1; Path=/; Domain=127.0.0.1' };
  afterAll(() => application?.close());
  const world = useStarted(async () => {
    application = await startApplication(({ url, headers }) =>
      url.startsWith('/moved')
        ? new Response(null, { status: 302, headers: moved(url) })
        : url.endsWith('.css')
          ? stylesheet(url, headers)
          : new Response('from the application', {
              headers: {
                'Cache-Control': url === '/shared' ? 'public, max-age=600' : 'private, max-age=60',
                'X-Own': 'y',
              },
            }),
    );
    const vars = { APPLICATION_URL: application.url, PUBLIC_PATHS: '/robots.txt, /assets/*', ...trusted };
    return startGatewayWorld({ vars });
  });
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = new Visitor(world);
    await visitor.signIn();
  });
  beforeEach(() => void application.received.splice(0));

  const send = (path: string, init: Parameters<Visitor['fetch']>[1] = {}, from: Visitor = visitor) =>
    from.fetch(`${world.gateway}${path}`, { redirect: 'manual', ...init });
  const identityOf = (jwt: string | undefined) =>
    jwtVerify(jwt ?? '', key, { issuer: world.gateway, audience: application.url, algorithms: ['HS256'] });

  test('redirects a user without a session to sign-in, and back to the requested page', async () => {
    const answer = await send('/orders?page=2', { headers: page }, new Visitor(world));
    expect(answer.status).toBe(302);
    expect(answer.headers.get('Location')).toBe(
      `${world.gateway}/auth/login?return_to=%2Forders%3Fpage%3D2&required=Y`,
    );
    expect(application.received).toEqual([]);
  });

  test('rejects TRACE with and without a session, because it would show added headers', async () => {
    for (const from of [visitor, new Visitor(world)]) {
      const cookies = [...from.cookies(world.gateway)].map(([name, value]) => `${name}=${value}`);
      const headers: [string, string][] = [['Cookie', cookies.join('; ')]];
      const traced = { method: 'TRACE', target: '/orders', headers, lengthError: 0 };
      const { status, headers: answered } = await sendOverSocket(world, traced, world.gateway);
      expect([status, answered.get('Allow')]).toEqual([405, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS']);
    }
    expect(application.received).toEqual([]);
  });

  test.each([
    { what: 'a program', init: { headers: { Accept: 'application/json' } } },
    { what: 'a form', init: { method: 'POST', headers: page, body: 'a=b' } },
    { what: 'a change', init: { method: 'PUT', headers: page, body: 'a=b' } },
  ])('returns 401 for $what without a session', async ({ init }) => {
    const answer = await send('/orders', init as Parameters<Visitor['fetch']>[1], new Visitor(world));
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(application.received).toEqual([]);
  });

  test('replaces a return_to at another host with /', async () => {
    const answer = await send('//evil.example/', { headers: page }, new Visitor(world));
    expect(answer.headers.get('Location')).toBe(`${world.gateway}/auth/login?return_to=%2F&required=Y`);
  });

  test('sends a header that plid/identity accepts only from this issuer for this application', async () => {
    await send('/orders');
    const header = application.received.at(-1)?.headers['plid-identity'];
    const now = () => Date.now() / 1000;
    const settings = {
      key: gatewaySecrets.IDENTITY_KEY,
      now,
      issuer: world.gateway,
      audience: application.url,
    };
    const identity = await identityVerifier(settings)(header);
    expect(identity?.user).toEqual({ ...person, autoLoginYn: 'N', autoStatusCheck: 'N' });
    expect(identity?.expires).toBeGreaterThan(now());
    const another = identityVerifier({ ...settings, audience: 'https://another.example.com' });
    expect(await another(header)).toBeUndefined();
  });

  test('sends the signed identity to the application, valid for a minute', async () => {
    const answer = await send('/orders?page=2', { method: 'PUT', body: 'the body' });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('from the application');
    const [request] = application.received;
    expect(request).toMatchObject({ method: 'PUT', url: '/orders?page=2', body: 'the body' });
    const { payload } = await identityOf(request?.headers['plid-identity']);
    expect(payload).toMatchObject({ sub: person.plid, user: { ...person, autoLoginYn: 'N' } });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(60);
  });

  test.each([
    ['the user', ['mca', 'pin']],
    ['a store reviewer', ['review']],
  ])('sends when and how %s authenticated, as claims', async (_, amr) => {
    const facts = { auth_time: 1_790_000_000, amr, risk: 'nothing' };
    const answered = { access_token: 'a.good-token', token_type: 'bearer', expires_in: 600, ...facts };
    world.standIn.answer({ token: { body: answered } });
    const asked = new Visitor(world);
    await asked.signIn();
    world.standIn.reset();
    await send('/orders', {}, asked);
    const { payload } = await identityOf(application.received[0]?.headers['plid-identity']);
    expect(payload).toMatchObject(facts);
    for (const name of Object.keys(facts)) expect(payload.user).not.toHaveProperty(name);
  });

  test("forwards the response unchanged, and doesn't follow a redirect", async () => {
    const answer = await send('/orders');
    expect(answer.headers.get('Cache-Control')).toBe('private, max-age=60');
    expect(answer.headers.get('X-Own')).toBe('y');
    const moved = await send('/moved');
    expect(moved.status).toBe(302);
    expect(moved.headers.get('Location')).toBe('/elsewhere');
    expect(application.received.map(({ url }) => url)).toEqual(['/orders', '/moved']);
  });

  test("keeps a redirect to the application's own address, and a cookie for its host, at the guard's", async () => {
    const { headers } = await send('/moved?');
    expect(headers.get('Location')).toBe(`${world.gateway}/moved?/`);
    expect(headers.getSetCookie()).toEqual(['basket=1; Path=/']);
  });

  test("forwards cookies byte for byte, even if they aren't UTF-8", async () => {
    const Cookie = 'l=\xe9\xb0; a="x;y";b=2; ;c';
    await send('/assets/app.js', { headers: { Cookie } }, new Visitor(world));
    expect(application.received[0]?.headers.cookie).toBe(Cookie);
  });

  test("drops a caller's identity header, with and without a session", async () => {
    const forged = await new SignJWT({ user: { plid: 'somebody' } })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.alloc(32));
    const headers = {
      'Plid-Identity': forged,
      plid_identity: forged,
      Plid_Identity: forged,
      plid_anything: 'somebody',
      'PLID-User': 'somebody',
      Forwarded: 'for=127.0.0.1;host=evil.example',
      'X-Forwarded': 'evil',
      'X-Forwarded-Host': 'evil.example',
      X_Forwarded_Host: 'evil.example',
      'X-Forwarded-For': '127.0.0.1',
      x_forwarded_for: '127.0.0.1',
      'X-Forwarded-Prefix': '/admin',
      'X-Real-IP': '127.0.0.1',
      X_Real_IP: '127.0.0.1',
      'X-Client-IP': '127.0.0.1',
      'True-Client-IP': '127.0.0.1',
      'X-Cluster-Client-IP': '127.0.0.1',
      'Client-IP': '127.0.0.1',
      'Fastly-Client-IP': '127.0.0.1',
      'Remote-Addr': '127.0.0.1',
      'X-Remote-IP': '127.0.0.1',
      'X-Remote-Addr': '127.0.0.1',
      CF_Connecting_IP: '127.0.0.1',
      'X-Host': 'evil.example',
      'X-HTTP-Host-Override': 'evil.example',
      'X-HTTP-Method': 'evil',
      'X-Method-Override': 'evil',
      'X-HTTP-Method-Override': 'evil',
      X_HTTP_Method_Override: 'evil',
      'X-Original-URL': '/admin',
      'X-Original-Host': 'evil.example',
      'X-Rewrite-URL': '/admin',
      'X-Own': 'stays',
      X_Own_Too: 'stays',
      'CF-Connecting-IP': '203.0.113.7',
    };
    await send('/orders', { headers });
    await send('/assets/app.js', { headers }, new Visitor(world));
    const [known, unknown] = application.received;
    expect((await identityOf(known?.headers['plid-identity'])).payload.sub).toBe(person.plid);
    for (const request of [known, unknown]) {
      const { host: _, ...told } = request?.headers ?? {};
      expect(JSON.stringify({ ...request, headers: told })).not.toMatch(/somebody|evil|\/admin|127\.0\.0/);
      expect(request?.headers).toMatchObject({
        'x-forwarded-host': 'shop.example.com',
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '203.0.113.7',
        'x-own': 'stays',
        x_own_too: 'stays',
      });
    }
    expect(unknown?.headers).not.toHaveProperty('plid-identity');
  });

  test("drops a caller's header of another proxy, unless the setting lists it", async () => {
    const headers = {
      'Remote-User': 'somebody',
      'X-Auth-Request-Email': 'somebody',
      'Cf-Access-Authenticated-User-Email': 'somebody',
      'Cf-Access-Jwt-Assertion': 'of the proxy in front',
      'X-Auth-Token': 'of a page',
    };
    await send('/orders', { headers });
    await send('/assets/app.js', { headers }, new Visitor(world));
    expect(application.received).toHaveLength(2);
    for (const request of application.received) {
      expect(JSON.stringify(request)).not.toContain('somebody');
      expect(request.headers).toMatchObject({
        'cf-access-jwt-assertion': 'of the proxy in front',
        'x-auth-token': 'of a page',
      });
    }
  });

  const neighbour = { 'Sec-Fetch-Site': 'same-site', Origin: 'https://blog.example.com' };

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    "rejects a %s that a neighboring host's page sends with the cookie",
    async (method) => {
      for (const headers of [neighbour, { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }]) {
        const answer = await send('/orders', { method, headers });
        expect(answer.status).toBe(403);
        expect(await answer.json()).toMatchObject({ error: 'invalid_request', reason: 'cross_origin' });
      }
      const shown = parse(
        await (await send('/orders', { method, headers: { ...neighbour, ...page } })).text(),
      );
      expect(shown.querySelector('h1')?.text).toBe('This request came from another site');
      expect(application.received).toEqual([]);
    },
  );

  test('accepts its own pages, programs, and the origins of the setting', async () => {
    const own = { 'Sec-Fetch-Site': 'same-origin', Origin: world.gateway };
    const trusted = { 'Sec-Fetch-Site': 'same-site', Origin: 'https://www.example.com' };
    for (const headers of [own, {}, trusted])
      expect((await send('/orders', { method: 'POST', headers, body: 'a=b' })).status).toBe(200);
    expect(application.received).toHaveLength(3);
    for (const { headers } of application.received) expect(headers).toHaveProperty('plid-identity');
  });

  test('accepts a bearer token cross-origin, because no other page knows it', async () => {
    const Authorization = `Bearer ${visitor.secret}`;
    const both = await send('/orders', { method: 'POST', headers: { ...neighbour, Authorization } });
    const alone = { method: 'POST', headers: { ...neighbour, Authorization } };
    expect([both.status, (await send('/orders', alone, new Visitor(world))).status]).toEqual([200, 200]);
    const { payload } = await identityOf(application.received[1]?.headers['plid-identity']);
    expect(payload.sub).toBe(person.plid);
    const madeUp = { ...neighbour, Authorization: 'Bearer plid_made-up' };
    expect((await send('/orders', { method: 'POST', headers: madeUp })).status).toBe(403);
  });

  test('forwards a public path without an identity', async () => {
    const answer = await send('/assets/hook', { method: 'POST', headers: neighbour, body: 'paid' });
    expect(answer.status).toBe(200);
    const [hook] = application.received;
    expect([hook?.body, hook?.headers['plid-identity']]).toEqual(['paid', undefined]);
  });

  test("rejects a WebSocket that another host's page opens with the cookie", async () => {
    const handshake: [string, string][] = [
      ['Connection', 'Upgrade'],
      ['Upgrade', 'websocket'],
      ['Sec-WebSocket-Version', '13'],
      ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
      ['Cookie', `__Host-plid-session=${visitor.secret}`],
      ['Origin', 'https://blog.example.com'],
    ];
    const sent = { method: 'GET', target: '/live', headers: handshake, lengthError: 0 };
    expect((await sendOverSocket(world, sent, world.gateway)).status).toBe(403);
    expect(application.received).toEqual([]);
  });

  const preflight = { Origin: 'https://www.example.com', 'Access-Control-Request-Method': 'PUT' };

  test('forwards a preflight without an identity', async () => {
    const headers = { ...preflight, 'Access-Control-Request-Headers': 'x-own', Authorization: 'Bearer x' };
    for (const from of [visitor, new Visitor(world)]) {
      from.setCookie(world.gateway, 'basket', 'b');
      expect((await send('/orders', { method: 'OPTIONS', headers }, from)).status).toBe(200);
    }
    expect(application.received).toHaveLength(2);
    for (const { method, headers: told } of application.received) {
      expect([method, told['access-control-request-method']]).toEqual(['OPTIONS', 'PUT']);
      for (const name of ['plid-identity', 'cookie', 'authorization']) expect(told).not.toHaveProperty(name);
    }
  });

  test('accepts nothing else as a preflight', async () => {
    const { Origin, ...asked } = preflight;
    for (const init of [
      { method: 'OPTIONS' },
      { method: 'OPTIONS', headers: { Origin } },
      { method: 'OPTIONS', headers: asked },
      { method: 'OPTIONS', headers: preflight, body: 'a=b' },
      { method: 'GET', headers: preflight },
      { method: 'PUT', headers: preflight },
    ])
      expect([401, 403]).toContain((await send('/orders', init, new Visitor(world))).status);
    expect(application.received).toEqual([]);
  });

  test('rejects plain http first', async () => {
    const ask = (headers = {}) => world.fetch('http://shop.example.com/orders?id=1', { headers });
    const [answer, shown] = [await ask(), await ask(page)];
    expect([answer.status, shown.status]).toEqual([400, 400]);
    expect(await answer.json()).toMatchObject({ error: 'invalid_request', reason: 'insecure_transport' });
    expect(await shown.text()).toContain('href="https://shop.example.com/orders?id=1"');
    expect(application.received).toEqual([]);
  });

  const policyOf = ({ headers }: { headers: Headers }) =>
    ['Cache-Control', 'Cloudflare-CDN-Cache-Control', 'ETag'].map((name) => headers.get(name));

  test("lets only the user's browser cache a response, which revalidates; stricter rules stay", async () => {
    const own = await send('/account/x.css');
    expect(policyOf(own)).toEqual(['private, no-cache', 'no-store', '"1"']);
    expect([own.status, own.headers.get('Content-Type')]).toEqual([200, 'text/css']);
    expect(await own.text()).toBe('from the application');
    expect(policyOf(await send('/dated.css'))).toEqual([null, 'no-store', '"1"']);
    expect(policyOf(await send('/orders'))).toEqual(['private, max-age=60', 'no-store', null]);
    expect(policyOf(await send('/shared'))).toEqual(['public, max-age=600', 'no-store', null]);
    expect(policyOf(await send('/assets/x.css', {}, new Visitor(world)))).toEqual([null, null, '"1"']);
  });

  test('leaves a 304 unchanged, also from an application that ignores no-cache', async () => {
    // Over a socket: fetch adds no-cache to every conditional request.
    const revalidate = (more: [string, string][] = []) => {
      const cookie = ['Cookie', `__Host-plid-session=${visitor.secret}`] as [string, string];
      const conditional: [string, string][] = [['Connection', 'close'], ['If-None-Match', '"1"'], cookie];
      const sent = { method: 'GET', target: '/account/x.css', headers: [...conditional, ...more] };
      return sendOverSocket(world, { ...sent, lengthError: 0 }, world.gateway);
    };
    const unchanged = await revalidate();
    expect([unchanged.status, ...policyOf(unchanged)]).toEqual([304, null, null, '"1"']);
    expect((await revalidate([['Cache-Control', 'no-cache']])).status).toBe(200);
  });

  test('uses no Cloudflare cache for a user, and shares nothing cached for one', async () => {
    await send('/shared');
    const [personal] = application.received.splice(0);
    // The runtime sends these headers to an origin while it bypasses its cache.
    expect(personal?.headers).toMatchObject({ pragma: 'no-cache', 'cache-control': 'max-age=0' });
    expect((await send('/shared', {}, new Visitor(world))).status).toBe(401);
    expect(application.received).toEqual([]);
    await send('/assets/x.css', {}, new Visitor(world));
    for (const name of ['pragma', 'cache-control'])
      expect(application.received[0]?.headers).not.toHaveProperty(name);
  });

  test('drops a cookie that Unicode white space turns into a __Host- cookie', async () => {
    const secret = `__Host-plid-session=${visitor.secret}`;
    const bytes = (text: string) => Buffer.from(text).toString('latin1');
    for (const space of ['\u2000', '\u3000', '\u00a0', '\ufeff', '\u2028', '\u0085', '\u200b']) {
      const Cookie = bytes(`a=1; ${space}__Host-app=EVIL; ${space}${secret}; ${secret}; 이름=한글; b= "2" `);
      await send('/orders', { headers: { Cookie } }, new Visitor(world));
    }
    const arrived = new Set(application.received.map(({ headers }) => headers.cookie));
    expect(application.received).toHaveLength(7);
    expect([...arrived]).toEqual([bytes('a=1; 이름=한글; b= "2"')]);
  });

  test('shows the application its own cookies and tokens, and no session secret', async () => {
    visitor.setCookie(world.gateway, 'basket', 'a%20b');
    await visitor.start();
    await send('/orders');
    expect(application.received[0]?.headers.cookie).toBe('basket=a%20b');
    const asApp = new Visitor(world);
    await send('/orders', { headers: { Authorization: `Bearer ${visitor.secret}` } }, asApp);
    expect(application.received[1]?.headers).not.toHaveProperty('authorization');
    await send('/orders', { headers: { Authorization: `Bearer ${visitor.secret} and more` } });
    expect(JSON.stringify(application.received)).not.toContain(visitor.secret);
    await send('/orders', { headers: { Authorization: 'Bearer of-the-application' } });
    expect(application.received.at(-1)?.headers.authorization).toBe('Bearer of-the-application');
  });

  test.each([
    '/robots.txt',
    '/assets/app.js',
    '/assets/한글.png',
    `/assets/${'한글'.normalize('NFD')}.png`,
    '/assets/caf\u00e9%20(1).css',
    '/assets/%5Bslug%5D-3f.js?v=%2e%2e%2f',
  ])('treats %s as public', async (path) => {
    expect((await send(path, {}, new Visitor(world))).status).toBe(200);
  });

  test.each([
    '/assets/..%2forders',
    '/assets/..%2Forders',
    '/assets/..%5corders',
    '/assets/%252e%252e/orders',
    '/assets/%00',
    '/assets/%2e%2e/orders',
    '/assets/..;/orders',
    '/assets/..%3b/orders',
    '/assets/%c0%ae%c0%ae/orders',
    '/assets/%e0%80%ae%e0%80%ae/orders',
    '/assets/%u002e%u002e/orders',
    '/assets/%/orders',
    '/assets/%ef%bc%8e%ef%bc%8e/orders',
    '/assets/．．/orders',
    '/assets/..%ef%bc%8forders',
    '/assets/%e2%80%a6/orders',
    '/assets/..%e2%88%95orders',
    '/assets/..%e2%82%a9orders',
    '/assets/%25252e%25252e/orders',
    '/assets/%ef%bc%852e%ef%bc%852e/orders',
    '/assets/a%0a',
    '/assets//orders',
    '/robots.txt2',
  ])("doesn't treat %s as public", async (path) => {
    expect((await send(path, {}, new Visitor(world))).status).toBe(401);
    expect(application.received).toEqual([]);
  });

  test('forwards nothing after a sign-out', async () => {
    const leaving = new Visitor(world);
    await leaving.signIn();
    const headers = { Authorization: `Bearer ${leaving.secret}` };
    expect((await send('/orders', { headers }, new Visitor(world))).status).toBe(200);
    await leaving.post('/auth/logout');
    expect((await send('/orders', { headers }, new Visitor(world))).status).toBe(401);
  });
});

describe("the guard, if the gateway can't check the session", () => {
  test('serves public paths without an identity, and rejects others, with 500 for internal errors', async () => {
    const application = await startApplication(() => new Response('from the application'));
    onTestFinished(application.close);
    const vars = { APPLICATION_URL: application.url, PUBLIC_PATHS: '/assets/*', PREFLIGHTS: 'N' };
    const overrides = {
      'plid-gateway-guard': { vars },
      'plid-gateway-login': { vars: { POPUP: 'Y' } },
      'plid-gateway-session': { secrets: { KEYS: 'broken' } },
    };
    const world = closedAfterTest(await startWorld({ half: 'gateway', overrides }));
    const headers = { Cookie: `__Host-plid-session=${'s'.repeat(43)}`, ...page };
    const asset = await world.fetch(`${world.gateway}/assets/app.js`, { headers });
    expect(asset.status).toBe(200);
    expect(application.received).toHaveLength(1);
    expect(application.received[0]?.headers).not.toHaveProperty('plid-identity');
    expect(application.received[0]?.headers).not.toHaveProperty('cookie');
    const order = await world.fetch(`${world.gateway}/orders`, { headers });
    expect([order.status, order.headers.get('Retry-After')]).toEqual([500, null]);
    const shownBy = async (answer: Response) => {
      const shown = parse(await answer.text());
      return [shown.querySelector('h1')?.text, shown.querySelector('main a')?.getAttribute('href')];
    };
    const preflight = { Origin: world.gateway, 'Access-Control-Request-Method': 'PUT' };
    const asked = await world.fetch(`${world.gateway}/orders`, { method: 'OPTIONS', headers: preflight });
    expect(asked.status).toBe(500);
    expect(await shownBy(order)).toEqual(['This page is not available right now', '/orders']);
    expect(order.headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none');
    const form = { method: 'POST', headers, body: 'a=b' };
    expect(await shownBy(await world.fetch(`${world.gateway}/orders`, form))).toEqual([
      'This page is not available right now',
      '/',
    ]);
    expect(application.received).toHaveLength(1);
  });
});

test('a user gets a page also if another setting of the guard is invalid', async () => {
  const { answer } = await askInProcess(guard, new Request(`${origins.gateway}/orders`, { headers: page }), {
    GATEWAY_ORIGIN: origins.gateway,
    APPLICATION_URL: 'https://app.example.com',
    GATEWAY: { session: async () => null },
    GUARD_PAGES: {
      refuse: async (_: Request, { refusal }: { refusal: { reason: string; status: number } }) =>
        new Response(`a page for ${refusal.reason}`, { status: refusal.status }),
    },
  });
  expect([answer.status, await answer.text()]).toEqual([500, 'a page for settings']);
});

test("a user whose page can't be rendered gets JSON, and the log has the reason", async () => {
  const request = new Request(`${origins.gateway}/orders`, { method: 'POST', headers: page, body: 'a=b' });
  const { answer, lines } = await askInProcess(guard, request, {
    GATEWAY_ORIGIN: origins.gateway,
    APPLICATION_URL: 'https://app.example.com',
    IDENTITY_KEY: gatewaySecrets.IDENTITY_KEY,
    GATEWAY: { session: async () => null },
    GUARD_PAGES: {},
  });
  expect([answer.status, await answer.json()]).toEqual([
    401,
    expect.objectContaining({ reason: 'no_session' }),
  ]);
  const failed_page = expect.stringMatching(/^TypeError/);
  expect(lines).toMatchObject([{ worker: 'gateway-guard', status: 401, level: 'error', failed_page }]);
});

test.each([
  ['/a', ['/a'], true],
  ['/a/', ['/a'], false],
  ['/ab', ['/a*'], true],
  ['/', ['/a*'], false],
  ['/%61', ['/a'], false],
  ['/a%00', ['/a*'], false],
  ['/a\\b', ['/a*'], false],
] as const)('%s with PUBLIC_PATHS %j: %s', (path, paths, expected) => {
  expect(isPublicPath(path, paths)).toBe(expected);
});
