import { beforeEach, describe, expect, test } from 'vitest';
import { App } from '../support/fixtures/native-app.ts';
import { useGatewayWorld, Visitor } from '../support/world/gateway-world.ts';

const world = useGatewayWorld();
beforeEach(() => world.standIn.reset());

const madeUp = { token: { status: 500, body: { error: 'server_error', message: 'no such code' } } };
let networks = 0;
/** Never the same one twice: what one test has used up is none of the next one's. */
const newNetwork = () => {
  networks += 1;
  return `2001:db8:${networks.toString(16)}`;
};
const from = (address: string) => ({ 'CF-Connecting-IP': address });

const appAt = (address: string) =>
  new App({
    gateway: world.gateway,
    fetch: (url, init) => world.fetch(url, { ...init, headers: { ...init?.headers, ...from(address) } }),
  });

/** Ends a new sign-in of an app. @returns status and reason. */
async function signInAt(address: string, end: 'session' | 'token' = 'session') {
  const app = appAt(address);
  const { state } = await app.start();
  const code = crypto.randomUUID();
  const answer =
    end === 'token'
      ? await app.token({ code, state })
      : await app.post('/auth/session', { code, state, code_verifier: app.verifier });
  return [answer.status, ((await answer.json()) as { reason?: string }).reason];
}

/** The requests of an app that has a session now. */
async function ended(address: string) {
  const app = appAt(address);
  const { state } = await app.start();
  const sent = { code: crypto.randomUUID(), state, code_verifier: app.verifier };
  expect((await app.post('/auth/session', sent)).status).toBe(200);
  return sent;
}

describe('the rate limit of one address', () => {
  const json = 'application/json';
  const ask = (address: string, method: string, route: string, type = json) =>
    world.fetch(`${world.gateway}${route}`, {
      method,
      headers: { ...from(address), 'Content-Type': type, Accept: json },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });

  test.each([
    ['GET', '/auth/login', 'REQUEST_LIMIT', json],
    ['GET', '/auth/callback?code=c&state=s', 'REQUEST_LIMIT', json],
    ['POST', '/auth/login', 'APP_LIMIT', json],
    ['POST', '/auth/session', 'APP_LIMIT', json],
    ['POST', '/auth/token', 'APP_LIMIT', 'application/x-www-form-urlencoded'],
  ])(
    '%s %s: 300 a minute, then 429; other addresses and this machine continue',
    async (method, route, name, type) => {
      const network = newNetwork();
      await world.spend(name, `${network}:1::/64`, 299);
      expect((await ask(`${network}:1::1`, method, route, type)).status).not.toBe(429);
      const refused = await ask(`${network}:1:2::3`, method, route, type);
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
      expect(await refused.json()).toMatchObject({ error: 'server_error' });
      for (const address of [`${network}:2::1`, '198.51.100.7', '127.0.0.1', '']) {
        expect((await ask(address, method, route, type)).status, address).not.toBe(429);
      }
    },
  );
});

describe('a page of another site', () => {
  const evil = { Origin: 'https://evil.example' };
  const embedded = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' };
  const images = ['/auth/callback?code=c&state=s', '/auth/login'].map((route) => ({
    route,
    method: 'GET',
    headers: { ...embedded, 'Sec-Fetch-Dest': 'image' },
  }));
  const posts = ['/auth/login', '/auth/session', '/auth/token'].flatMap((route) =>
    [
      { ...embedded, ...evil, 'Sec-Fetch-Dest': 'empty', 'Content-Type': 'text/plain' },
      {
        ...embedded,
        ...evil,
        'Sec-Fetch-Dest': 'empty',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      {
        ...evil,
        'Sec-Fetch-Site': 'same-site',
        'Sec-Fetch-Mode': 'no-cors',
        'Content-Type': 'application/json',
      },
      // A form that fills a frame, and browsers that are too old to send Sec-Fetch headers.
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
      { ...evil, 'Content-Type': 'application/x-www-form-urlencoded' },
      { 'Content-Type': 'text/plain' },
    ].map((headers) => ({ route, method: 'POST', headers: headers as Record<string, string> })),
  );

  test("uses up no visitor's limit: with one request left per step, they sign in", async () => {
    const network = newNetwork();
    const [address, key] = [`${network}:1::1`, `${network}:1::/64`];
    await world.spend('REQUEST_LIMIT', key, 298);
    await world.spend('APP_LIMIT', key, 298);
    for (const { route, method, headers } of [...images, ...posts]) {
      const body = method === 'POST' ? { body: 'grant_type=authorization_code' } : {};
      const init = { method, headers: { ...headers, ...from(address), Accept: 'application/json' }, ...body };
      const answer = await world.fetch(`${world.gateway}${route}`, init);
      expect([route, headers, answer.status]).toEqual([route, headers, 400]);
    }
    const visitor = new Visitor(world, from(address));
    await visitor.signIn();
    expect(await visitor.session()).toBeDefined();
    expect(await signInAt(address)).toEqual([200, undefined]);
    expect((await visitor.get(`${world.gateway}/auth/login`)).status).toBe(429);
  });

  test('uses the limits of apps and browsers at an address separately', async () => {
    const [apps, browsers] = [newNetwork(), newNetwork()];
    await world.spend('APP_LIMIT', `${apps}:1::/64`, 300);
    await world.spend('REQUEST_LIMIT', `${browsers}:1::/64`, 300);
    const visitor = new Visitor(world, from(`${apps}:1::1`));
    await visitor.signIn();
    expect(await visitor.session()).toBeDefined();
    expect(await signInAt(`${browsers}:1::1`)).toEqual([200, undefined]);
  });
});

describe('calls to the service for apps', () => {
  const refused = [400, 'upstream_refused'];
  const tooMany = [429, 'too_many_requests'];

  test('are limited to 1000 a minute for a /48, however many addresses it uses; its neighbor continues', async () => {
    const network = newNetwork();
    await world.spend('APP_NETWORK_LIMIT', `${network}::/48`, 980);
    world.standIn.answer(madeUp);
    const outcomes: unknown[] = [];
    for (let customer = 1; customer <= 40; customer += 1) {
      const address = `${network}:${customer.toString(16)}::1`;
      outcomes.push((await signInAt(address, customer % 2 ? 'token' : 'session'))[1]);
    }
    const reasons = [...Array(20).fill('upstream_refused'), ...Array(20).fill('too_many_requests')];
    expect(outcomes).toEqual(reasons);
    expect(world.standIn.exchanges()).toBe(20);
    expect(await signInAt(`${newNetwork()}:1::1`)).toEqual(refused);
  });

  test('continue for addresses with a successful sign-in when attackers have used up the total', async () => {
    const customers = { session: '198.51.100.20', token: `${newNetwork()}:1::1` };
    for (const end of ['session', 'token'] as const)
      expect(await signInAt(customers[end], end)).toEqual([200, undefined]);
    const sent = await ended('198.51.100.40');
    const repeating = '198.51.100.41';
    expect((await appAt(repeating).post('/auth/session', sent)).status).toBe(200);
    const failed = '198.51.100.30';
    expect(await signInAt(failed)).toEqual([200, undefined]);
    world.standIn.answer(madeUp);
    expect((await signInAt(failed, 'token'))[1]).toBe('upstream_refused');

    await world.spend('APP_TOTAL_LIMIT', 'anybody', 3_000);
    const before = world.standIn.exchanges();
    const stranger = `${newNetwork()}:1::1`;
    for (const address of [stranger, failed, repeating, '', '127.0.0.1'])
      expect(await signInAt(address, address === failed ? 'token' : 'session')).toEqual(tooMany);
    expect(world.standIn.exchanges()).toBe(before);

    world.standIn.reset();
    for (const end of ['token', 'session', 'token'] as const)
      expect(await signInAt(customers.session, end)).toEqual([200, undefined]);
    expect(await signInAt(customers.token)).toEqual([200, undefined]);
    const browser = new Visitor(world, from(stranger));
    await browser.signIn();
    expect(await browser.session()).toBeDefined();

    world.standIn.answer(madeUp);
    expect(await signInAt(customers.session)).toEqual(refused);
    expect(await signInAt(customers.session)).toEqual(tooMany);
  });
});
