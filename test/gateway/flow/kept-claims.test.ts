import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { needsFullSignIn } from '../../../workers/gateway/features/native-apps/app-flow.ts';
import { completeAppSignIn } from '../../../workers/gateway/features/native-apps/app-sessions-entrypoint.ts';
import session from '../../../workers/gateway/routes/session/index.ts';
import tokenProxy from '../../../workers/gateway/routes/token/index.ts';
import { sessionId } from '../../../workers/gateway/sessions/session-token.ts';
import { appFlow } from '../../../workers/gateway/settings/gateway-sealed-types.ts';
import { gatewayEnv } from '../../effects/support/numbered-bindings.ts';
import { contentsOf, NumberedWorld } from '../../effects/support/numbered-world.ts';
import {
  answeringService,
  plid,
  type SignedIn,
  storeSessions,
} from '../../effects/support/stored-session.ts';
import { challengeOf } from '../../support/fixtures/grants.ts';
import { gatewayKeys, origins } from '../../support/world/test-settings.ts';

let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
  answeringService(world);
});
afterEach(() => world.close());

const verifier = 'v'.repeat(43);
const secret = 'secret of an app';
/** An app's sign-in that comes back with a code. @param link an https link, which may use automatic login. */
const stateOf = (link: string) =>
  appFlow.seal(gatewayKeys, {
    session: secret,
    code_challenge: challengeOf(verifier),
    link,
    ...(needsFullSignIn(link, undefined) && { full: true as const }),
    expires: world.now + 600,
  });
const ownLink = 'https://app.example.com/signed-in';

async function open(code: string, link = ownLink): Promise<Response> {
  const body = JSON.stringify({ code, state: await stateOf(link), code_verifier: verifier });
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
  return completeAppSignIn(new Request(`${origins.gateway}/auth/session`, init), gatewayEnv(world));
}

async function proxy(code: string, link = ownLink): Promise<number> {
  const fields = {
    grant_type: 'authorization_code',
    code,
    state: await stateOf(link),
    code_verifier: verifier,
  };
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const init = { method: 'POST', headers, body: new URLSearchParams(fields).toString() };
  return (await world.send(tokenProxy, gatewayEnv(world), `${origins.gateway}/auth/token`, init)).status;
}

/** What the object of the app's flow has stored. */
async function storedFlow(): Promise<object> {
  const storage = world.objects.storages().get(`Flow ${await sessionId(secret)}`);
  return storage === undefined ? {} : contentsOf(storage);
}
const token = { call: 'fetch login.example.com/oauth2/token', which: 1 } as const;
const refusing = () => Response.json({ error: 'server_error', message: 'no such code' }, { status: 500 });

describe.each([
  ['POST /auth/session', async (code: string) => (await open(code)).status],
  ['POST /auth/token', (code: string) => proxy(code)],
])('%s', (_, send) => {
  test('stores nothing of a sign-in whose code the service refuses', async () => {
    world.elsewhere = refusing;
    for (const code of ['made-up', 'made-up too']) expect(await send(code)).toBeGreaterThanOrEqual(400);
    expect(await storedFlow()).toEqual({});
  });

  test.each(['lost', 'unanswered'] as const)(
    'keeps the claim of a code that may have been used: the exchange is %s',
    async (fate) => {
      expect(await world.during(() => send('right'), { ...token, fate })).toBeGreaterThanOrEqual(500);
      expect(await storedFlow()).toMatchObject({ flow: { version: 1 } });
      for (const code of ['right', 'another']) expect(await send(code)).not.toBe(200);
    },
  );

  test('lets one of two codes of a flow through', async () => {
    expect(await send('right')).toBe(200);
    for (const code of ['another', 'a third']) expect(await send(code)).toBe(400);
  });
});

test('a code that comes back twice to POST /auth/session opens the same session, until ten minutes have passed', async () => {
  const first = (await (await open('right')).json()) as { user: object };
  // The exchange may take 30 s: two calls of ten seconds, and ten seconds more.
  world.now += 629;
  const second = (await (await open('right')).json()) as { user: object };
  expect(second.user).toEqual(first.user);
  expect((await open('another')).status).toBe(400);
  world.now += 1;
  expect(await (await open('right')).json()).toMatchObject({ reason: 'flow_used' });
});

test.each(['com.example.app:/signed-in', 'http://127.0.0.1:3000/cb'])(
  'an automatic login is refused to a sign-in whose link another app may have opened: %s',
  async (link) => {
    answeringService(world, true);
    for (const code of ['one', 'two']) expect(await proxy(code, link)).toBe(400);
    expect((await open('three', link)).status).toBe(400);
  },
);

describe('the copy of a session in KV', () => {
  /** Reads the first session, whose copy is gone, at the gateway. */
  const read = ({ cookies }: SignedIn) =>
    world.send(
      session,
      { ...gatewayEnv(world), SESSION_CACHE_LIFETIME: '100' },
      `${origins.gateway}/auth/session`,
      { headers: { Cookie: cookies.first } },
    );

  test('is not left if the session ends between the reading and the writing', async () => {
    const user = await storeSessions(world);
    const key = `session:${user.ids.first}`;
    await world.kv.SESSIONS.delete(key);
    const { put } = world.kv.SESSIONS;
    world.kv.SESSIONS.put = async (...value) => {
      await world.objects.ask('User', plid, 'logOut', user.ids.first, 'this', world.now);
      await put(...value);
    };
    expect((await world.during(() => read(user))).status).toBe(200);
    expect(world.kv.SESSIONS.values.has(key)).toBe(false);
    expect((await world.during(() => read(user))).status).toBe(401);
  });

  test('is removed when the session turns out to have ended', async () => {
    const user = await storeSessions(world);
    await world.objects.ask('User', plid, 'logOut', user.ids.first, 'this', world.now);
    // The copy still counts; then it is too old to be used without a question.
    expect((await world.during(() => read(user))).status).toBe(200);
    world.now += 100;
    for (const _ of ['first', 'second']) expect((await world.during(() => read(user))).status).toBe(401);
    expect(world.kv.SESSIONS.values.has(`session:${user.ids.first}`)).toBe(false);
  });

  test('ends with the session, however long KV keeps it', async () => {
    const user = await storeSessions(world);
    const lasting = world.kv.SESSIONS.values.get(`session:${user.ids.first}`);
    await world.kv.SESSIONS.put(`session:${user.ids.first}`, lasting?.text ?? '');
    world.now += 13 * 3_600;
    const env = { ...gatewayEnv(world), SESSION_CACHE_LIFETIME: '86400' };
    const answer = await world.send(session, env, `${origins.gateway}/auth/session`, {
      headers: { Cookie: user.cookies.first },
    });
    expect(answer.status).toBe(401);
  });
});
