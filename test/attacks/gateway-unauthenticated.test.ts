import { describe, expect, test } from 'vitest';
import { keyRing } from '../../workers/core/crypto/keys.ts';
import { sessionToken } from '../../workers/gateway/settings/gateway-sealed-types.ts';
import { App } from '../support/fixtures/native-app.ts';
import { useGatewayWorld, Visitor } from '../support/world/gateway-world.ts';
import { gatewayKeys, serviceKeys } from '../support/world/test-settings.ts';

describe('unauthenticated requests to the gateway', () => {
  const world = useGatewayWorld({ lagging: true });

  const counts = async () => {
    const kv = await world.harness.exported('lagging-kv');
    return (kv as unknown as { counts(): Promise<Record<'get' | 'put' | 'delete', number>> }).counts();
  };

  test('with forged, cut, foreign, and expired session tokens read neither KV nor an object', async () => {
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
    'for a(n) %s start no sign-in and write nothing',
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

  test('that start a sign-in write at most one nonce, for twenty minutes', async () => {
    const before = await counts();
    expect((await world.fetch(`${world.gateway}/auth/login`)).status).toBe(302);
    const { url } = await new Visitor(world).get(`${world.gateway}/auth/login`);
    expect(url.pathname).toBe('/oauth2/authorize');
    await expect.poll(counts).not.toEqual(before);
    expect(await counts()).toEqual({ ...before, put: before.put + 1 });
  });

  test('of twenty app flows with invalid codes leave no row and no alarm, however often repeated', async () => {
    const said = { status: 500, body: { error: 'server_error', message: 'no such code' } };
    const busy = { status: 429, body: { error: 'server_error', message: 'later' } };
    world.standIn.reset();
    world.standIn.answer({ token: ({ form }) => (form.code === 'busy' ? busy : said) });
    const earlier = new Set(await world.flowIds());
    const before = await counts();
    for (let stranger = 0; stranger < 20; stranger += 1) {
      const app = new App(world);
      const { state } = await app.start();
      const sent = { code: stranger < 2 ? 'busy' : 'made-up', state, code_verifier: app.verifier };
      const send = () => (stranger % 2 ? app.token(sent) : app.post('/auth/session', sent));
      const answers = [await send(), await send()];
      expect(answers.every(({ status }) => status >= 400)).toBe(true);
    }
    const made = (await world.flowIds()).filter((id) => !earlier.has(id));
    expect(made).toHaveLength(20);
    for (const id of made) expect(await world.flowAtRest(id)).toEqual({ stored: '{}', alarm: null });
    expect(await counts()).toEqual(before);
    expect(world.standIn.exchanges()).toBe(20);
    world.standIn.reset();
  });

  test("with the application's own bearer token hide no cookie", async () => {
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
