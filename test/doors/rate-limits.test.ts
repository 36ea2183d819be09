import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { settingsOf } from '../../tools/configuration/settings-of.ts';
import openid from '../../workers/gateway/features/openid/index.ts';
import callback from '../../workers/gateway/routes/callback/index.ts';
import login from '../../workers/gateway/routes/login/index.ts';
import tokenProxy from '../../workers/gateway/routes/token/index.ts';
import { appFlow } from '../../workers/gateway/settings/gateway-sealed-types.ts';
import carrierCallback from '../../workers/service/routes/carrier-callback/index.ts';
import { gatewayEnv, party, serviceEnv } from '../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../effects/support/numbered-world.ts';
import { ProcessBrowser } from '../effects/support/process-browser.ts';
import { type SignedIn, storeSessions } from '../effects/support/stored-session.ts';
import { storeUser } from '../effects/support/stored-user.ts';
import { challengeOf } from '../support/fixtures/grants.ts';
import { listedWorkers } from '../support/world/configurations.ts';
import { applications, gatewayKeys, origins, serviceSecrets } from '../support/world/test-settings.ts';
import { CountedLimits } from './support/counted-limits.ts';

const { shop } = applications;
const [v4, v6] = ['203.0.113.7', '2001:db8:1:2:3:4:5:6'];
/** The keys of an address: an IPv4 address itself, or the /64 of an IPv6 address, and its network of /48. */
const [network64, network48] = ['2001:db8:1:2::/64', '2001:db8:1::/48'];

let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
});
afterEach(() => world.close());

/** Every limit, as workers are bound to it: its name, and the keys with which it is asked. */
function limits(refused?: string) {
  const asked: string[] = [];
  const names = listedWorkers
    .flatMap(settingsOf)
    .filter(({ binding }) => binding?.kind === 'ratelimits')
    .map(({ name }) => name);
  const bound = Object.fromEntries(
    [...new Set(names)].map((name) => [
      name,
      {
        async limit({ key }: { key: string }) {
          asked.push(`${name} ${key}`);
          return { success: name !== refused };
        },
      },
    ]),
  );
  return { asked, bound };
}

const verifier = 'v'.repeat(43);
const flowOfApp = async () => ({
  session: 'secret of the app',
  code_challenge: challengeOf(verifier),
  link: 'https://app.example.com/signed-in',
  expires: world.now + 600,
});

type Bound = Record<string, object>;
interface Door {
  /** The limits that the request asks, each with its key, in order. Those of the background come last. */
  asks: string[];
  /** Limits whose refusal changes no answer. */
  silent?: string[];
  send(bound: Bound): Promise<Response>;
}

const from = (address: string) => ({ 'CF-Connecting-IP': address });
const atGateway = (
  worker: Parameters<NumberedWorld['send']>[0],
  bound: Bound,
  path: string,
  init: RequestInit,
) =>
  world.send(
    worker,
    { ...gatewayEnv(world), APP_LINKS: 'https://app.example.com/signed-in', ...bound },
    `${origins.gateway}${path}`,
    init,
  );
const json = (body: object, address = v6): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...from(address) },
  body: JSON.stringify(body),
});

/** A sign-in at the service, from an address. */
async function signIn(bound: Bound, address: string): Promise<Response> {
  await storeUser(world);
  const browser = new ProcessBrowser(world, { bindings: bound, headers: from(address) });
  await browser.start({ scope: 'openid' });
  return browser.post('sign-in', { name: '김하나', phoneNo: '01012345678', telcoCd: 'S' });
}

const doors: Record<string, Door> = {
  'a sign-in of a browser that is not known': {
    asks: [`SIGN_IN_LIMIT ${network64}`, `NETWORK_LIMIT ${network48}`, `APPLICATION_LIMIT ${shop.client_id}`],
    send: (bound) => signIn(bound, v6),
  },
  'the same from an IPv4 address, which has no network': {
    asks: [`SIGN_IN_LIMIT ${v4}`, `APPLICATION_LIMIT ${shop.client_id}`],
    send: (bound) => signIn(bound, v4),
  },
  'a callback of a carrier': {
    asks: ['CARRIER_CALLBACK_LIMIT carrier'],
    send: (bound) =>
      world.send(carrierCallback, { ...serviceEnv(world), ...bound }, `${origins.service}/carrier/answered`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${serviceSecrets.CARRIER_TOKEN}`,
        },
        body: JSON.stringify({ requestId: 'r1', telcoCd: 'S' }),
      }),
  },
  'GET /auth/login': {
    asks: [`REQUEST_LIMIT ${network64}`, 'STATE_LIMIT states'],
    silent: ['STATE_LIMIT'],
    send: (bound) =>
      atGateway(login, bound, '/auth/login', { headers: { Accept: 'text/html', ...from(v6) } }),
  },
  'GET /auth/callback': {
    asks: [`REQUEST_LIMIT ${v4}`],
    send: (bound) => atGateway(callback, bound, '/auth/callback?code=c&state=s', { headers: from(v4) }),
  },
  'GET /auth/oidc/authorize in a session': {
    asks: [`REQUEST_LIMIT ${network64}`],
    async send(bound) {
      const { cookies }: SignedIn = await storeSessions(world);
      world.calls = [];
      const query = new URLSearchParams({
        client_id: party.id,
        redirect_uri: party.redirect_uri,
        response_type: 'code',
        scope: 'openid',
      });
      return atGateway(openid, bound, `/auth/oidc/authorize?${query}`, {
        headers: { Cookie: cookies.first, ...from(v6) },
      });
    },
  },
  'POST /auth/login of an app, without a call of the service': {
    asks: [`APP_LIMIT ${network64}`],
    send: (bound) =>
      atGateway(
        login,
        { ...bound, PAR: 'N' as never },
        '/auth/login',
        json({ code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }),
      ),
  },
  'POST /auth/login of an app, whose request is pushed': {
    asks: [
      `APP_LIMIT ${network64}`,
      `APP_NETWORK_LIMIT ${network48}, begins`,
      // words-allow(anybody): the limit's key
      'APP_TOTAL_LIMIT anybody, begins',
    ],
    send: (bound) => {
      world.elsewhere = () => Response.json({ request_uri: 'urn:x', expires_in: 60 }, { status: 201 });
      return atGateway(
        login,
        { ...bound, PAR: 'Y' as never },
        '/auth/login',
        json({ code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }),
      );
    },
  },
  'POST /auth/session of an app': {
    asks: [`APP_LIMIT ${network64}`, `APP_NETWORK_LIMIT ${network48}`, 'APP_TOTAL_LIMIT anybody'],
    async send(bound) {
      const state = await appFlow.seal(gatewayKeys, await flowOfApp());
      const { completeAppSignIn } = await import(
        '../../workers/gateway/features/native-apps/app-sessions-entrypoint.ts'
      );
      const env = { ...gatewayEnv(world), APP_LINKS: 'https://app.example.com/signed-in', ...bound };
      const request = new Request(
        `${origins.gateway}/auth/session`,
        json({ code: 'c', state, code_verifier: verifier }),
      );
      return completeAppSignIn(request, env);
    },
  },
  'POST /auth/token of an app': {
    asks: [`APP_LIMIT ${network64}`, `APP_NETWORK_LIMIT ${network48}`, 'APP_TOTAL_LIMIT anybody'],
    async send(bound) {
      const state = await appFlow.seal(gatewayKeys, await flowOfApp());
      const fields = { grant_type: 'authorization_code', code: 'c', state, code_verifier: verifier };
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded', ...from(v6) };
      return atGateway(tokenProxy, bound, '/auth/token', {
        method: 'POST',
        headers,
        body: new URLSearchParams(fields).toString(),
      });
    },
  },
};

/** The limits that have refused a request, by the log. */
const refusedBy = () =>
  vi
    .mocked(console.info)
    .mock.calls.map(([line]) => JSON.parse(line))
    .filter(({ status }) => status === 429)
    .map(({ cause }) => cause);

test('the workers have 16 limits', () => {
  expect(Object.keys(limits().bound)).toHaveLength(16);
});

describe.each(Object.entries(doors))('%s', (_, { asks, silent = [], send }) => {
  test('asks each limit once, with its key', async () => {
    const { asked, bound } = limits();
    await world.during(() => send(bound));
    expect(asked).toEqual(asks);
  });

  test.each(asks.map((one) => one.split(' ')[0] ?? ''))(
    'is rejected by only %s, and asks no later limit and no other part',
    async (name) => {
      const { asked, bound } = limits(name);
      const answer = await world.during(() => send(bound));
      const first = asks.findIndex((one) => one.startsWith(`${name} `));
      if (silent.includes(name)) return expect(answer.status).toBe(302);
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '60']);
      // A known address has a separate share of APP_TOTAL_LIMIT (attacks/gateway-limits.test.ts).
      expect(asked).toEqual(asks.slice(0, first + 1));
      expect(world.calls.filter((call) => call.startsWith('fetch login.example.com'))).toEqual([]);
      await vi.waitFor(() => expect(refusedBy()).toEqual([name]));
    },
  );

  test.each(asks.map((one) => one.split(' ')[0] ?? '').filter((name) => !silent.includes(name)))(
    'is refused by %s once more, and accepted in the next window',
    async (name) => {
      const limits = new CountedLimits(world);
      limits.leave(1, name);
      const statuses = [];
      for (const pause of [0, 0, 0, limits.periodOf(name)]) {
        await world.advance(pause, 0);
        statuses.push((await world.during(() => send(limits.bound))).status === 429);
      }
      expect(statuses).toEqual([false, true, true, false]);
    },
  );
});
