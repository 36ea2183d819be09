import { afterAll, beforeAll, expect, test } from 'vitest';
import { App } from '../support/app.ts';
import { type GatewayWorld, startGatewayWorld, Visitor } from '../support/gateway-world.ts';

let world: GatewayWorld;
beforeAll(async () => {
  world = await startGatewayWorld({
    vars: {
      AUTHORIZE_PATH: '/api/start',
      TOKEN_PATH: '/api/issue',
      USER_PATH: '/api/who',
      DISCONNECT_PATH: '/api/forget',
      CLIENT_ID: 'somebody-elses.client',
      PKCE: 'N',
      SESSION_LIFETIME: '1200',
    },
  });
});
afterAll(() => world.close());

test('a service with paths, clients and manners of its own: login, user, disconnect', async () => {
  const visitor = new Visitor(world);
  const login = await visitor.get(`${world.gateway}/auth/login`);
  expect(login.url.origin + login.url.pathname).toBe(`${world.standIn.url}/api/start`);
  expect(Object.keys(Object.fromEntries(login.url.searchParams))).toEqual([
    'response_type',
    'client_id',
    'redirect_uri',
    'state',
  ]);
  await visitor.signIn();
  const { created, expires } = (await visitor.session()) as Record<string, number>;
  expect(Number(expires) - Number(created)).toBe(1_200);
  expect((await visitor.post('/auth/disconnect')).status).toBe(200);
  const calls = world.standIn.received.map(({ method, path }) => `${method} ${path}`);
  expect(calls).toEqual(['POST /api/issue', 'GET /api/who', 'POST /api/forget']);
  const [exchange] = world.standIn.received;
  expect(Object.keys(exchange?.form ?? {})).toEqual(['grant_type', 'code', 'state']);
  expect(Buffer.from(exchange?.headers.authorization?.slice(6) ?? '', 'base64').toString()).toMatch(
    /^somebody-elses\.client:/,
  );
});

test('where the service knows no PKCE, the proxy asks for the verifier of its flow all the same', async () => {
  world.standIn.reset();
  const app = new App(world);
  const { state } = await app.start();
  expect((await app.token({ code: 'c', state, code_verifier: new App(world).verifier })).status).toBe(400);
  expect(world.standIn.received).toEqual([]);
  expect((await app.token({ code: 'c', state })).status).toBe(200);
  expect(world.standIn.received[0]?.form).not.toHaveProperty('code_verifier');
});
