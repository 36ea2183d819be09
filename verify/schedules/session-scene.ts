import assert from 'node:assert/strict';
import { createCipheriv } from 'node:crypto';
import * as v from 'valibot';
import { keyRingSetting } from '../../workers/core/worker/key-settings.ts';
import type { StoredGatewayUser } from '../../workers/gateway/objects/user-tables.ts';
import callback from '../../workers/gateway/routes/callback/index.ts';
import logout from '../../workers/gateway/routes/logout/index.ts';
import session from '../../workers/gateway/routes/session/index.ts';
import { browserFlow } from '../../workers/gateway/settings/gateway-sealed-types.ts';
import { persist, type Scene } from './scene.ts';
import { boundTo, kv, type SimulatedWorld, start, unlimited } from './simulated-world.ts';

const origin = 'https://shop.example.com';
const KEYS = `k1:${btoa('0123456789abcdef'.repeat(2))}`;
const keys = v.parse(keyRingSetting, KEYS);
const CLIENT_SECRET = 'a'.repeat(64);
const plid = '11111111-2222-3333-4444-555555555555';
const now = start / 1000;
/** In milliseconds, more than half of the life of a copy in KV, so that the copy is renewed in the background. */
const untilRefresh = 500_000;

const bindings = {
  KEYS,
  CLIENT_SECRET,
  CLIENT_ID: 'demoshop000000000001',
  GATEWAY_ORIGIN: origin,
  SERVICE_URL: 'https://login.example.com',
  SESSIONS: kv.SESSIONS,
  REQUEST_LIMIT: unlimited,
  STATES: kv.STATES,
  STATE_LIMIT: unlimited,
  APP_LIMIT: unlimited,
  APP_NETWORK_LIMIT: unlimited,
  APP_TOTAL_LIMIT: unlimited,
  APP_SESSIONS: { fetch: () => Promise.reject(new Error('No app signs in here.')) },
  FLOW: boundTo('Flow'),
  USER: boundTo('User'),
};

/** Callbacks of sign-ins: the first one had opened a session before, the last one was automatic. */
const flows = ['before', 'full', 'automatic'] as const;
type FlowName = (typeof flows)[number];
const sessionCookie = '__Host-plid-session';

export const sessionScene: Scene = {
  name: 'callbacks, a sign-out everywhere and the copy of a session in KV',
  async play(world) {
    const redeemed: string[] = [];
    world.answer = (url, init) => answerOfService(url, init, redeemed);
    const cookies = Object.fromEntries(await Promise.all(flows.map(flowCookie))) as Record<FlowName, string>;
    const come = (flow: FlowName) =>
      persist(() =>
        world.fetch(callback, bindings, `${origin}/auth/callback?code=${flow}&state=${flow}`, {
          headers: { Cookie: cookies[flow] },
        }),
      );
    const before = sessionIn(await world.runCalmly(() => come('before'))) ?? '';
    world.schedule.passUntil(start + untilRefresh);

    let [moment, leftAt] = [0, 0];
    const ended = new Map<string, number>();
    const comeBack = async (flow: FlowName) => {
      const cookie = sessionIn(await come(flow));
      moment += 1;
      if (cookie !== undefined) ended.set(cookie, moment);
      return cookie;
    };
    const leave = async () => {
      moment += 1;
      leftAt = moment;
      return persist(() => world.fetch(logout, bindings, `${origin}/auth/logout`, leaving(before)));
    };
    const [first, second, automatic, left] = await world.run(() =>
      Promise.all([comeBack('full'), comeBack('full'), comeBack('automatic'), leave(), look(world, before)]),
    );

    await world.runCalmly(async () => {
      const record = (await world.objects.ask('User', plid, 'record', now)) as StoredGatewayUser;
      assert.equal(left.status, 200, 'a sign-out succeeds in the end');
      if (record.fullSignInAfter !== undefined) assert.deepEqual(record.sessions, [], 'no session is left');
      assert.equal(new Set(redeemed).size, redeemed.length, `each code once: ${redeemed}`);
      const live = await liveOf(world, { before, first, second, automatic });
      const isOne =
        first === undefined || second === undefined || live.includes('first') === live.includes('second');
      assert.ok(isOne && record.sessions.length <= 2, 'both callbacks of a flow end in the same session');
      assert.ok(!live.includes('before'), 'the session that logged out everywhere has ended');
      for (const [name, cookie] of Object.entries({ first, second, automatic })) {
        const isEarlier = cookie !== undefined && (ended.get(cookie) ?? 0) < leftAt;
        assert.ok(!isEarlier || !live.includes(name), `${name} was there before the sign-out`);
      }
      if (world.schedule.hasFailed) return;
      const copies = [...kv.SESSIONS.values.keys()].map((key) => key.replace('session:', ''));
      const ids = record.sessions.map(({ id }) => id);
      assert.deepEqual(
        copies.filter((id) => !ids.includes(id)),
        [],
        'KV holds no copy of what has ended',
      );
    });
  },
};

async function flowCookie(flow: FlowName): Promise<[FlowName, string]> {
  const expires = now + 1_200;
  const secrets = { session: `secret-${flow}`.padEnd(43, 'x'), code_verifier: 'v'.repeat(43) };
  const sealed = await browserFlow.seal(keys, { state: flow, ...secrets, return_to: '/', expires });
  return [flow, `__Host-plid-flow-${flow}=${sealed}`];
}

function answerOfService(url: URL, init: RequestInit, redeemed: string[]): Response {
  if (url.pathname.endsWith('/token')) {
    const code = new URLSearchParams(String(init.body)).get('code') ?? '';
    redeemed.push(code);
    return Response.json({ access_token: code, token_type: 'bearer', expires_in: 600 });
  }
  const isAutomatic = new Headers(init.headers).get('Authorization') === 'Bearer automatic';
  const flags = isAutomatic
    ? { autoLoginYn: 'Y', autoStatusCheck: 'N' }
    : { autoLoginYn: 'N', autoStatusCheck: 'N' };
  const user = { plid, name: encrypted(isAutomatic ? '' : '김하나'), ...flags };
  return Response.json({ code: '0000', error: 'success', message: '', user });
}

function encrypted(text: string): string {
  const key = CLIENT_SECRET.slice(0, 16);
  const cipher = createCipheriv('aes-128-cbc', key, key);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
}

const leaving = (cookie: string): RequestInit => ({
  method: 'POST',
  headers: {
    Cookie: `${sessionCookie}=${cookie}`,
    Origin: origin,
    Accept: 'application/json',
    'Content-Type': 'application/x-www-form-urlencoded',
  },
  body: 'everywhere=Y',
});

const look = (world: SimulatedWorld, cookie: string, path = '/auth/session') =>
  world.fetch(session, bindings, origin + path, { headers: { Cookie: `${sessionCookie}=${cookie}` } });

/** The sessions among these that may list the user's sessions. */
async function liveOf(world: SimulatedWorld, cookies: Record<string, string | undefined>): Promise<string[]> {
  const live: string[] = [];
  for (const [name, cookie] of Object.entries(cookies)) {
    if (cookie === undefined) continue;
    if ((await look(world, cookie, '/auth/sessions')).status === 200) live.push(name);
  }
  return live;
}

const sessionIn = (answer: Response): string | undefined =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${sessionCookie}=`))
    ?.split(';')[0]
    ?.slice(sessionCookie.length + 1);
