import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { flowLifetime } from '../../../../workers/gateway/settings/gateway-lifetimes.ts';
import { BrowserSession } from '../../../support/fixtures/browser-session.ts';
import { leaveApp, newSubscriber } from '../../../support/fixtures/phones.ts';
import type { Person } from '../../../support/fixtures/sign-in.ts';
import { administer } from '../../../support/requests/operator-requests.ts';
import { requestDisconnect } from '../../../support/requests/service-requests.ts';
import { useGatewayWorld } from '../../../support/world/gateway-world.ts';
import { applications } from '../../../support/world/test-settings.ts';
import { purged, revoked, sendEvent, signedEvent, signedOut } from '../../support/event-requests.ts';

const world = useGatewayWorld({ realService: true });

let keysRead = 0;
const betweenWorkers = () => globalThis.fetch;
let original: typeof fetch;
beforeEach(() => {
  original = betweenWorkers();
  keysRead = 0;
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    if (pathname === '/.well-known/jwks.json') {
      keysRead += 1;
      if (keysAnswer !== undefined) return keysAnswer();
    }
    return original(input, init);
  };
});
let keysAnswer: (() => Response) | undefined;
afterEach(() => {
  keysAnswer = undefined;
  globalThis.fetch = original;
});

const login = (browser: BrowserSession) => browser.get(`${world.gateway}/auth/login?return_to=/auth/session`);

/** A user who has signed in at the shop, in a browser. */
async function signIn(person?: Person) {
  const subscriber = person ?? (await newSubscriber(world));
  const browser = new BrowserSession(world);
  const page = await browser.submit(await login(browser), subscriber);
  const shown = page.url.pathname === '/auth/session' ? page : await browser.submit(page);
  const { plid } = JSON.parse(shown.text).user as { plid: string };
  const status = async () => (await browser.fetch(`${world.gateway}/auth/session`)).status;
  return { person: subscriber, plid, status };
}

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 50 });
const now = () => world.clock.now();
const good = async (plid: string, changes = {}) => signedEvent(plid, await now(), changes);
const send = (token: string, headers = {}) => sendEvent(world, token, headers);

async function expectRefused(token: string, err: string, headers = {}) {
  const response = await send(token, headers);
  expect([response.status, ((await response.json()) as { err: string }).err]).toEqual([400, err]);
}

describe("the service's events at the gateway", () => {
  beforeAll(async () => {
    const events = `${world.gateway}/auth/events`;
    await administer(world, 'PATCH', `/${applications.shop.client_id}`, { body: { events } });
  });

  test('sign out and erase a user who leaves on the phone', async () => {
    const { person, plid, status } = await signIn();
    expect(await status()).toBe(200);
    await leaveApp(world, person.phoneNo);
    await eventually(async () => expect(await status()).toBe(401));
    expect(await world.userRow(plid)).toBeUndefined();
    expect(await world.sessionRows(plid)).toEqual([]);
  });

  test('sign out a user whom another part of the application disconnects, who may sign in again', async () => {
    const { person, plid, status } = await signIn();
    await requestDisconnect(world, { plid });
    const again = await signIn(person);
    expect(again.plid).toBe(plid);
    await eventually(async () => expect(await status()).toBe(401));
    await eventually(() =>
      expect(world.logs()).toMatch(/"route":"\/auth\/events".*"security_event":"taken".*"sessions":\d/),
    );
    expect(await again.status()).toBe(200);
    expect(await world.userRow(plid)).toBeDefined();
  });
});

describe('a valid event', () => {
  test.each([purged, revoked, signedOut])(
    'of %s ends sessions and erases the user, and repeated has no effect',
    async (type) => {
      const { plid, status } = await signIn();
      const token = await good(plid, { claims: { events: { [type]: {} } } });
      const taken = await send(token);
      expect([taken.status, await taken.text()]).toEqual([202, '']);
      expect(await status()).toBe(401);
      expect(await world.userRow(plid)).toBeUndefined();
      expect((await send(token)).status).toBe(202);
    },
  );

  test.each([
    ['without toe, because iat has the same second', { claims: { toe: undefined } }],
    ['for several audiences', { claims: { aud: ['somebody else', applications.shop.client_id] } }],
    ['type application/secevent+jwt', { header: { typ: 'application/secevent+jwt' } }],
  ])('%s ends them too', async (_, changes) => {
    const { plid, status } = await signIn();
    expect((await send(await good(plid, changes))).status).toBe(202);
    expect(await status()).toBe(401);
  });

  test('is accepted from a clock half a minute ahead, and three days later', async () => {
    for (const seconds of [30, -3 * 86_400]) {
      const { plid, status } = await signIn();
      expect((await send(await signedEvent(plid, (await now()) + seconds))).status).toBe(202);
      expect(await status()).toBe(401);
    }
  });

  test('of a disconnect ends nothing that started later; after a deleted account nothing remains', async () => {
    const { plid, status } = await signIn();
    const toe = Date.now() / 1000 - 3_600;
    expect((await send(await good(plid, { claims: { toe, events: { [revoked]: {} } } }))).status).toBe(202);
    expect(await status()).toBe(200);
    expect((await send(await good(plid, { claims: { toe } }))).status).toBe(202);
    expect(await status()).toBe(401);
  });

  test('of an unknown type is accepted without effect', async () => {
    const { plid, status } = await signIn();
    const type = 'https://schemas.openid.net/secevent/risc/event-type/account-enabled';
    expect((await send(await good(plid, { claims: { events: { [type]: {} } } }))).status).toBe(202);
    expect(await status()).toBe(200);
  });

  test('about an unknown user leaves a mark for as long as a sign-in may last', async () => {
    const plid = crypto.randomUUID();
    expect((await send(await good(plid))).status).toBe(202);
    expect((await world.userAtRest(plid)).stored).toContain('disconnected');
    await world.clock.advance(flowLifetime + 1);
    await eventually(async () => expect(await world.userAtRest(plid)).toEqual({ stored: '{}', alarm: null }));
  });

  test('from before the last sign-in, replayed or late, ends nothing that started later', async () => {
    const { person, plid } = await signIn();
    const token = await good(plid, { claims: { events: { [revoked]: {} } } });
    const later = await signIn(person);
    expect((await send(token)).status).toBe(202);
    expect((await send(token)).status).toBe(202);
    expect(await later.status()).toBe(200);
    expect((await world.sessionRows(plid)).length).toBe(1);
  });
});

describe('an invalid event is rejected', () => {
  let plid = '';
  let status: () => Promise<number>;
  beforeAll(async () => ({ plid, status } = await signIn()));
  afterEach(async () => expect(await status()).toBe(200));
  const subject = (changes: object) => ({
    sub_id: { format: 'iss_sub', iss: world.service, sub: plid, ...changes },
  });

  test.each<[string, string, () => Parameters<typeof signedEvent>[2]]>([
    ['signed with another key of the same name', 'authentication_failed', () => ({ key: 'a forger’s key' })],
    ['of another issuer', 'invalid_issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    [
      'about a user of another issuer',
      'invalid_issuer',
      () => ({ claims: subject({ iss: 'https://evil.example' }) }),
    ],
    ['for another application', 'invalid_audience', () => ({ claims: { aud: applications.bank.client_id } })],
    [
      'for an application whose client_id contains this one’s',
      'invalid_audience',
      () => ({ claims: { aud: `${applications.shop.client_id}0` } }),
    ],
    ['for no application', 'invalid_request', () => ({ claims: { aud: undefined } })],
    ['of a user by another name', 'invalid_request', () => ({ claims: subject({ format: 'opaque' }) })],
    ['without a subject', 'invalid_request', () => ({ claims: { sub_id: undefined } })],
    ['of nothing', 'invalid_request', () => ({ claims: { events: undefined } })],
    ['without a jti', 'invalid_request', () => ({ claims: { jti: undefined } })],
    ['of before all time', 'invalid_request', () => ({ claims: { toe: -1 } })],
    ['without iat', 'invalid_request', () => ({ claims: { iat: undefined } })],
    ['that is another kind of JWT', 'invalid_request', () => ({ header: { typ: 'JWT' } })],
    ['without a kind', 'invalid_request', () => ({ header: { typ: undefined } })],
    [
      'that has to be understood by an extension',
      'invalid_request',
      () => ({ header: { crit: ['b64'], b64: true } }),
    ],
    ['without the name of a key', 'invalid_request', () => ({ header: { kid: undefined } })],
  ])('%s', async (_, err, changes) => {
    await expectRefused(await good(plid, changes()), err);
  });

  test('if it is four days old, or from the future', async () => {
    const at = await now();
    await expectRefused(await signedEvent(plid, at - 4 * 86_400), 'invalid_request');
    await expectRefused(await signedEvent(plid, at + 120), 'invalid_request');
  });

  test('if it is cut, changed, unsigned, too long, or of another algorithm or content type', async () => {
    const token = await good(plid);
    const [head = '', body = '', signature = ''] = token.split('.');
    const as = (alg: string) =>
      Buffer.from(JSON.stringify({ alg, typ: 'secevent+jwt', kid: 'e1' })).toString('base64url');
    const turned = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
    await expectRefused(`${head}.${body}.${turned(signature)}`, 'authentication_failed');
    await expectRefused(`${head}.${body}.`, 'authentication_failed');
    await expectRefused(`${as('none')}.${body}.`, 'invalid_request');
    await expectRefused(`${as('HS256')}.${body}.${signature}`, 'invalid_request');
    await expectRefused(`${head}.${body}`, 'invalid_request');
    await expectRefused('', 'invalid_request');
    const padded = await good(plid, { claims: { padding: 'x'.repeat(13 * 1024) } });
    await expectRefused(padded, 'invalid_request');
    await expectRefused(token, 'invalid_request', { 'Content-Type': 'application/json' });
  });

  test('with a message in the requested language', async () => {
    const response = await send('x', { 'Accept-Language': 'ko' });
    expect(response.headers.get('Content-Language')).toBe('ko');
    expect(((await response.json()) as { description: string }).description).toMatch(/RFC 8417.*아닙니다/);
  });
});

describe("the service's event keys", () => {
  test('are fetched once, and for unknown key IDs at most once a minute', async () => {
    await world.clock.advance(60);
    const { plid, status } = await signIn();
    const unknown = () => good(plid, { header: { kid: crypto.randomUUID().slice(0, 8) } });
    await expectRefused(await unknown(), 'invalid_key');
    for (let count = 0; count < 20; count += 1) {
      const response = await send(await unknown());
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '60']);
    }
    expect(keysRead).toBe(1);
    expect((await send(await good(plid, { key: 'forged' }))).status).toBe(400);
    await world.clock.advance(60);
    await expectRefused(await unknown(), 'invalid_key');
    expect(keysRead).toBe(2);
    expect(await status()).toBe(200);
  });

  test('are fetched again after an hour, and not before', async () => {
    await world.clock.advance(3_600);
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const both = await Promise.all([send(await good(one)), send(await good(other))]);
    expect(both.map(({ status }) => status)).toEqual([202, 202]);
    await world.clock.advance(3_599);
    expect((await send(await good(one))).status).toBe(202);
    expect(keysRead).toBe(1);
    await world.clock.advance(1);
    expect((await send(await good(one))).status).toBe(202);
    expect(keysRead).toBe(2);
  });

  test.each([
    ['is down', () => new Response(null, { status: 503 }), 503],
    ['answers nonsense', () => new Response('<html>'), 502],
    [
      'publishes only other kinds of keys',
      () => Response.json({ keys: [{ kty: 'RSA', kid: 'e1', n: 'x', e: 'AQAB' }] }),
      400,
    ],
    ['publishes none (404)', () => Response.json({ error: 'not_found', message: 'x' }, { status: 404 }), 400],
  ])('are fetched again a minute after the service %s', async (_, answer, status) => {
    await world.clock.advance(3_600);
    const { plid, ...session } = await signIn();
    keysAnswer = answer;
    expect((await send(await good(plid))).status).toBe(status);
    keysAnswer = undefined;
    const early = await send(await good(plid));
    expect([early.status, early.headers.has('Retry-After')]).toEqual([503, true]);
    expect(await session.status()).toBe(200);
    await world.clock.advance(60);
    expect((await send(await good(plid))).status).toBe(202);
    expect(await session.status()).toBe(401);
  });
});
