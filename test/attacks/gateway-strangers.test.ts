import { describe, expect, test } from 'vitest';
import { keyRing } from '../../workers/core/crypto/keys.ts';
import { sessionToken } from '../../workers/gateway/shared/gateway-values.ts';
import { useGatewayWorld, Visitor } from '../support/world/gateway-world.ts';
import { spend, withinOneWindow } from '../support/world/rate-limits.ts';
import { gatewayKeys, serviceKeys } from '../support/world/test-settings.ts';

describe('what strangers cost the gateway', () => {
  const world = useGatewayWorld({ lagging: true });

  const counts = async () => {
    const kv = await world.harness.exported('lagging-kv');
    return (kv as unknown as { counts(): Promise<Record<'get' | 'put' | 'delete', number>> }).counts();
  };

  test('made-up, cut, foreign and expired session tokens cost no storage: neither KV nor an object is asked', async () => {
    const visitor = new Visitor(world);
    await visitor.signIn();
    const { secret = '' } = visitor;
    const at = await world.clock.now();
    const session = { plid: 'p', secret: 's'.repeat(43) };
    const foreign = keyRing(new Map([['test', new Uint8Array(32)]]));
    const tokens = [
      ...['x'.repeat(43), 'plid_', 'plid_x..y.z.w', secret.slice(0, -1), `${secret}A`, secret.slice(5)],
      secret.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      `plid_${await sessionToken.seal(foreign, session, at + 600)}`,
      `plid_${await sessionToken.seal(serviceKeys, session, at + 600)}`,
      `plid_${await sessionToken.seal(gatewayKeys, session, at - 1)}`,
    ];
    const before = await counts();
    await world.withoutObjects(async () => {
      for (const token of tokens) {
        for (const headers of [
          { Authorization: `Bearer ${token}` },
          { Cookie: `__Host-plid-session=${token}` },
        ]) {
          for (const route of ['session', 'sessions']) {
            const answer = await world.fetch(`${world.gateway}/auth/${route}`, { headers });
            expect(answer.status, `${route} ${JSON.stringify(headers)}`).toBe(401);
          }
          for (const [route, status] of [
            ['logout', 200],
            ['disconnect', 401],
          ] as const) {
            const answer = await world.fetch(`${world.gateway}/auth/${route}`, { method: 'POST', headers });
            expect(answer.status, route).toBe(status);
          }
        }
      }
    });
    expect(await counts()).toEqual(before);
    expect(await visitor.session()).toBeDefined();
  });

  test.each(['image', 'iframe', 'empty', 'script'])(
    'a request for a(n) %s begins no sign-in and writes nothing',
    async (destination) => {
      const before = await counts();
      const headers = { 'Sec-Fetch-Dest': destination, 'Sec-Fetch-Site': 'cross-site' };
      const answer = await world.fetch(`${world.gateway}/auth/login`, { headers });
      expect([answer.status, answer.headers.getSetCookie(), answer.headers.get('Location')]).toEqual([
        400,
        [],
        null,
      ]);
      expect(await counts()).toEqual(before);
    },
  );

  test('a sign-in that is begun has nothing written or read; on a page one nonce, for twenty minutes', async () => {
    const before = await counts();
    expect((await world.fetch(`${world.gateway}/auth/login`)).status).toBe(302);
    const { url } = await new Visitor(world).get(`${world.gateway}/auth/login`);
    expect(url.pathname).toBe('/oauth2/authorize');
    await expect.poll(counts).not.toEqual(before);
    expect(await counts()).toEqual({ ...before, put: before.put + 1 });
  });

  test('a bearer token that is the application’s own hides no cookie', async () => {
    const visitor = new Visitor(world);
    await visitor.signIn();
    for (const own of ['x'.repeat(43), 'plid_of-the-application', 'a.b.c']) {
      const answer = await visitor.fetch(`${world.gateway}/auth/session`, {
        headers: { Authorization: `Bearer ${own}` },
      });
      expect(answer.status).toBe(200);
    }
  });
});

describe('how much one address may ask', () => {
  const world = useGatewayWorld();

  const ask = (address: string, method: string, route: string) =>
    world.fetch(`${world.gateway}${route}`, {
      method,
      headers: {
        'CF-Connecting-IP': address,
        'Content-Type': 'application/json',
        Accept: 'application/json',
      },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });

  test.each([
    ['GET', '/auth/login', 'login'],
    ['POST', '/auth/login', 'login'],
    ['GET', '/auth/callback?code=c&state=s', 'callback'],
    ['POST', '/auth/session', 'session'],
    ['POST', '/auth/token', 'token'],
  ])(
    '%s %s: three hundred a minute, then 429; others go on, and so does this machine',
    async (method, route, worker) => {
      await withinOneWindow(10);
      const network = `2001:db8:${Math.floor(Math.random() * 60_000).toString(16)}`;
      const { REQUEST_LIMIT } = await world.env(`plid-gateway-${worker}`);
      expect(await spend(REQUEST_LIMIT, `${network}:1::/64`, 299)).toBe(299);
      expect((await ask(`${network}:1::1`, method, route)).status).not.toBe(429);
      const refused = await ask(`${network}:1:2::3`, method, route);
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
      expect(await refused.json()).toMatchObject({ error: 'server_error' });
      for (const address of [`${network}:2::1`, '198.51.100.7', '127.0.0.1', '']) {
        expect((await ask(address, method, route)).status, address).not.toBe(429);
      }
    },
  );
});
