import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSessionToken } from '../../../workers/gateway/sessions/session-token.ts';
import { createGateway } from '../../../workers/gateway/single-worker/create-gateway.ts';
import { gatewayEnv } from '../../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../../effects/support/numbered-world.ts';
import { askInProcess } from '../../support/requests/ask-in-process.ts';
import { gatewayKeys, origins } from '../../support/world/test-settings.ts';

let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
});
afterEach(() => world.close());

const application = vi.fn(async (request: Request, _env: object, _execution: unknown, session: unknown) =>
  Response.json({ session, user: request.headers.get('X-Remote-User') }),
);

/** A request to the application of a single Worker, with the session's cookie. */
async function ask(headers: Record<string, string>, env: object = {}) {
  const token = await createSessionToken(gatewayKeys, { plid: 'p', secret: 'a secret' }, world.now + 600);
  const Cookie = `__Host-plid-session=${token}`;
  const request = new Request(`${origins.gateway}/orders`, { headers: { Cookie, ...headers } });
  const gateway = createGateway({ application, clock: () => world.clock });
  const { answer, lines } = await askInProcess(gateway as never, request, { ...gatewayEnv(world), ...env });
  return { status: answer.status, body: await answer.json(), lines };
}

test('a session that can’t be read is none for an application without a guard, and the log says why', async () => {
  const failing = { idFromName: () => 'id', get: () => ({ session: () => Promise.reject(new Error('x')) }) };
  const { status, body, lines } = await ask({}, { USER: failing });
  expect([status, body]).toEqual([200, { session: null, user: null }]);
  expect(lines).toEqual([
    expect.objectContaining({ level: 'warn', worker: 'gateway', operation: 'reading a session' }),
  ]);
  expect(String(lines[0]?.cause)).toContain('reading a session');
});

test('a session that has ended is none, without a line in the log', async () => {
  const { body, lines } = await ask({});
  expect([body, lines]).toEqual([{ session: null, user: null }, []]);
});

test.each([
  [undefined, null],
  ['X-Remote-User', 'kim'],
])(
  'with the TRUSTED_HEADERS %s, an application gets the user %s of a proxy',
  async (TRUSTED_HEADERS, user) => {
    const { body } = await ask({ 'X-Remote-User': 'kim' }, { TRUSTED_HEADERS });
    expect(body).toEqual({ session: null, user });
  },
);
