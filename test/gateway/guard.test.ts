import { jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isPublic } from '../../workers/gateway/public-paths.ts';
import { startApplication } from '../support/application.ts';
import { type GatewayWorld, kinds, startGatewayWorld, Visitor } from '../support/gateway-world.ts';
import { person } from '../support/service-stand-in.ts';
import { gatewaySecrets } from '../support/settings.ts';

const key = Buffer.from(gatewaySecrets.IDENTITY_KEY);
const page = { Accept: 'text/html' };

describe.each(kinds)('the guard, on $kv', ({ lagging }) => {
  let application: Awaited<ReturnType<typeof startApplication>>;
  let world: GatewayWorld;
  let visitor: Visitor;
  beforeAll(async () => {
    application = await startApplication(({ url }) =>
      url === '/moved'
        ? new Response(null, { status: 302, headers: { Location: '/elsewhere' } })
        : new Response('from the application', {
            headers: { 'Cache-Control': 'private, max-age=60', 'X-Own': 'y' },
          }),
    );
    const vars = { APPLICATION_URL: application.url, PUBLIC_PATHS: '/robots.txt, /assets/*' };
    world = await startGatewayWorld({ lagging, vars });
    visitor = new Visitor(world);
    await visitor.signIn();
  });
  afterAll(async () => {
    await world.close();
    await application.close();
  });
  beforeEach(() => void application.received.splice(0));

  const send = (path: string, init: Parameters<Visitor['fetch']>[1] = {}, from: Visitor = visitor) =>
    from.fetch(`${world.gateway}${path}`, { redirect: 'manual', ...init });
  const identityOf = (jwt: string | undefined) =>
    jwtVerify(jwt ?? '', key, { issuer: world.gateway, audience: application.url, algorithms: ['HS256'] });

  test('a person without a session is led to login, and back to where they wanted to go', async () => {
    const answer = await send('/orders?page=2', { headers: page }, new Visitor(world));
    expect(answer.status).toBe(302);
    expect(answer.headers.get('Location')).toBe(`${world.gateway}/auth/login?return_to=%2Forders%3Fpage%3D2`);
    expect(application.received).toEqual([]);
  });

  test.each([
    { what: 'a program', init: { headers: { Accept: 'application/json' } } },
    { what: 'a form', init: { method: 'POST', headers: page, body: 'a=b' } },
  ])('$what without a session is 401', async ({ init }) => {
    const answer = await send('/orders', init as Parameters<Visitor['fetch']>[1], new Visitor(world));
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(application.received).toEqual([]);
  });

  test('a login that would lead back to another host leads to / instead', async () => {
    const answer = await send('//evil.example/', { headers: page }, new Visitor(world));
    expect(answer.headers.get('Location')).toBe(`${world.gateway}/auth/login?return_to=%2F`);
  });

  test('with a session the application is told who it is, signed, for a minute', async () => {
    const answer = await send('/orders?page=2', { method: 'PUT', body: 'the body' });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('from the application');
    const [request] = application.received;
    expect(request).toMatchObject({ method: 'PUT', url: '/orders?page=2', body: 'the body' });
    const { payload } = await identityOf(request?.headers['plid-identity']);
    expect(payload).toMatchObject({ sub: person.plid, user: { ...person, autoLoginYn: 'N' } });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(60);
  });

  test('its answer is passed on as it is; a redirect is not followed', async () => {
    const answer = await send('/orders');
    expect(answer.headers.get('Cache-Control')).toBe('private, max-age=60');
    expect(answer.headers.get('X-Own')).toBe('y');
    const moved = await send('/moved');
    expect(moved.status).toBe(302);
    expect(moved.headers.get('Location')).toBe('/elsewhere');
    expect(application.received.map(({ url }) => url)).toEqual(['/orders', '/moved']);
  });

  test('what a caller sends in the name of the guard is dropped, with and without a session', async () => {
    const forged = await new SignJWT({ user: { plid: 'somebody' } })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.alloc(32));
    const headers = {
      'Plid-Identity': forged,
      plid_identity: forged,
      'PLID-User': 'somebody',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-For': '127.0.0.1',
      'X-Original-URL': '/admin',
    };
    await send('/orders', { headers });
    await send('/assets/app.js', { headers }, new Visitor(world));
    const [known, unknown] = application.received;
    expect((await identityOf(known?.headers['plid-identity'])).payload.sub).toBe(person.plid);
    for (const request of [known, unknown]) {
      expect(JSON.stringify(request)).not.toMatch(/somebody|evil|\/admin/);
      expect(request?.headers).toMatchObject({
        'x-forwarded-host': 'shop.example.com',
        'x-forwarded-proto': 'https',
      });
      expect(request?.headers).not.toHaveProperty('x-forwarded-for');
    }
    expect(unknown?.headers).not.toHaveProperty('plid-identity');
  });

  test('the application sees its own cookies and tokens, and never a secret of the session', async () => {
    visitor.setCookie(world.gateway, 'basket', 'a%20b');
    await visitor.start();
    await send('/orders');
    expect(application.received[0]?.headers.cookie).toBe('basket=a%20b');
    const asApp = new Visitor(world);
    await send('/orders', { headers: { Authorization: `Bearer ${visitor.secret}` } }, asApp);
    expect(application.received[1]?.headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(application.received)).not.toContain(visitor.secret);
    await send('/orders', { headers: { Authorization: 'Bearer of-the-application' } });
    expect(application.received[2]?.headers.authorization).toBe('Bearer of-the-application');
  });

  test.each(['/robots.txt', '/assets/app.js'])('%s is public', async (path) => {
    expect((await send(path, {}, new Visitor(world))).status).toBe(200);
  });

  test.each([
    '/assets/..%2forders',
    '/assets/%2e%2e/orders',
    '/assets/..;/orders',
    '/assets//orders',
    '/robots.txt2',
  ])('%s is not', async (path) => {
    expect((await send(path, {}, new Visitor(world))).status).toBe(401);
    expect(application.received).toEqual([]);
  });

  test('logged out, nothing passes any more', async () => {
    const leaving = new Visitor(world);
    await leaving.signIn();
    const headers = { Authorization: `Bearer ${leaving.secret}` };
    expect((await send('/orders', { headers }, new Visitor(world))).status).toBe(200);
    await leaving.post('/auth/logout');
    await world.settle();
    expect((await send('/orders', { headers }, new Visitor(world))).status).toBe(401);
  });
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
  expect(isPublic(path, paths)).toBe(expected);
});
