import { createPrivateKey } from 'node:crypto';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { configurationParts } from '../../../packages/plid/command/init/worker/configuration-parts.ts';
import { publicKeys } from '../../../sandbox/world/public-secrets.ts';
import { isPublished } from '../../../workers/core/crypto/published-secrets.ts';
import { attributes } from '../../../workers/core/protocol/user-record.ts';
import { openIdKeySetting } from '../../../workers/openid/openid-keys.ts';
import { linesWith, logLines } from '../../support/assertions/log-lines.ts';
import { person } from '../../support/fakes/service-stand-in.ts';
import { gatewaySecrets } from '../../support/world/test-settings.ts';
import { originOf, ProjectVisitor, useProjects } from '../support/single-worker-world.ts';

describe('a gateway in an application’s own Worker', () => {
  const world = useProjects({
    market: { vars: { IN_CODE: '{"SESSION_LIFETIME": 600}', SESSION_LIFETIME: '7200' } },
  });
  const origin = originOf('market');
  let visitor: ProjectVisitor;
  beforeAll(async () => {
    visitor = new ProjectVisitor(world, 'market');
    await visitor.signIn();
  });
  const ask = async (headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await world.fetch(`${origin}/orders`, { method, headers });
    return { answer, got: (await answer.json()) as { headers: Record<string, string>; session: unknown } };
  };

  test('passes other paths to the application, without a session', async () => {
    const { answer, got } = await ask({ Accept: 'text/html' });
    expect([answer.status, answer.headers.get('X-Own'), got.session]).toEqual([200, 'y', null]);
    expect(answer.headers.has('Cloudflare-CDN-Cache-Control')).toBe(false);
  });

  test('gives the application the user record of the session', async () => {
    const { got } = await ask({ Cookie: visitor.sessionCookie });
    const flags = { autoLoginYn: 'N', autoStatusCheck: 'N' };
    expect(got.session).toMatchObject({ user: { ...person, ...flags } });
    expect(Object.keys((got.session as { user: object }).user)).toEqual(
      expect.arrayContaining([...attributes]),
    );
  });

  test('lets no shared cache store a response to a signed-in user', async () => {
    const { answer } = await ask({ Cookie: visitor.sessionCookie });
    expect(answer.headers.get('Cloudflare-CDN-Cache-Control')).toBe('no-store');
    expect(answer.headers.get('Cache-Control')).toBe('private, no-cache');
  });

  test('removes every plid cookie and identity header from the application’s request', async () => {
    const forged = {
      'Plid-Identity': 'forged',
      plid_identity: 'forged',
      'plid.identity': 'forged',
      'X-Auth-Request-User': 'forged',
      'X-Forwarded-User': 'forged',
      'X-Forwarded-Host': 'forged.example.com',
      'X-Original-URL': '/forged',
      'X-Rewrite-URL': '/forged',
      'X-HTTP-Method-Override': 'forged',
      cf_connecting_ip: 'forged',
      'Remote-User': 'forged',
    };
    const twice = `basket=1; ${visitor.sessionCookie}; __Host-plid-session=old; plid-flow-x=1; theme=dark`;
    const { got } = await ask({ Cookie: twice, ...forged });
    expect(got.headers).toMatchObject({ cookie: 'basket=1; theme=dark' });
    expect(got.headers['x-forwarded-host']).toBe('market.example.com');
    expect(JSON.stringify(got.headers)).not.toMatch(/forged|plid/i);
  });

  test.each([
    [{ Origin: 'https://evil.example.com', 'Sec-Fetch-Site': 'cross-site' }, 'POST'],
    [{ Origin: 'https://blog.example.com', 'Sec-Fetch-Site': 'same-site' }, 'POST'],
  ])('gives no session to a request of another origin: %j %s', async (headers, method) => {
    const { got } = await ask({ Cookie: visitor.sessionCookie, ...headers }, method);
    expect(got.session).toBeNull();
  });

  test.each([
    ['https://blog.example.com', 'true'],
    [origin, 'false'],
  ])('opens a WebSocket from a page of %s; without a session: %s', async (from, isAnonymous) => {
    const headers = { Upgrade: 'websocket', Origin: from, Cookie: visitor.sessionCookie };
    const { webSocket } = await world.harness.fetch('market', `${origin}/chat`, { headers });
    const received = Promise.withResolvers<unknown>();
    webSocket?.addEventListener('message', ({ data }) => received.resolve(data));
    webSocket?.accept();
    expect(await received.promise).toBe(isAnonymous);
    webSocket?.close();
  });

  test('gives the session to a form of its own page', async () => {
    const own = { Origin: origin, 'Sec-Fetch-Site': 'same-origin', Cookie: visitor.sessionCookie };
    expect((await ask(own, 'POST')).got.session).not.toBeNull();
  });

  test('prefers a setting in code to the same setting in env', async () => {
    const { session } = (await (await visitor.fetch(`${origin}/auth/session`)).json()) as never;
    expect(session).toBeUndefined();
    const { got } = await ask({ Cookie: visitor.sessionCookie });
    const { created, expires } = got.session as { created: number; expires: number };
    expect(expires - created).toBe(600);
  });

  test('refuses plain http, before and after a sign-in', async () => {
    for (const path of ['/orders', '/auth/session']) {
      const answer = await world.fetch(`http://market.example.com${path}`);
      expect([answer.status, ((await answer.json()) as { reason: string }).reason]).toEqual([
        400,
        'insecure_transport',
      ]);
    }
  });

  test('ends the session at sign-out, in the application too', async () => {
    const leaving = new ProjectVisitor(world, 'market');
    await leaving.signIn();
    const { sessionCookie } = leaving;
    expect((await ask({ Cookie: sessionCookie })).got.session).not.toBeNull();
    await leaving.fetch(`${origin}/auth/logout`, { method: 'POST', headers: { Origin: origin } });
    expect((await ask({ Cookie: sessionCookie })).got.session).toBeNull();
  });
});

describe('variables of an application that have the name of another setting', () => {
  const main = 'plain-gateway-worker.ts';
  const ADMIN_TOKEN = '0123456789abcdef'.repeat(3);
  const world = useProjects({
    admin: { main, secrets: { ADMIN_TOKEN } },
    operated: { main: 'parts-gateway-worker.ts', secrets: { ADMIN_TOKEN: `kim:${ADMIN_TOKEN}` } },
    clock: { main, vars: { CLOCK: 'Asia/Seoul' } },
    service: { main },
  });
  const show = (name: string) =>
    world.fetch(`${originOf(name)}/auth/admin/people/show`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ plid: person.plid, reason: 'ticket 1' }),
    });

  test('ADMIN_TOKEN opens the people API only if the code has the feature', async () => {
    expect(await (await show('admin')).json()).toEqual({ plid: null });
    expect(await (await show('operated')).json()).toEqual({ users: [] });
  });

  test.each(['clock', 'service'])('CLOCK has no effect (%s)', async (name) => {
    const visitor = new ProjectVisitor(world, name);
    await visitor.signIn();
    await world.clock.advance(366 * 86_400);
    const { text } = await visitor.get(`${originOf(name)}/orders`);
    expect(JSON.parse(text)).toEqual({ plid: person.plid });
  });
});

describe('a single Worker that is not configured', () => {
  const published = publicKeys.KEYS;
  const world = useProjects({
    unset: { secrets: { KEYS: undefined, CLIENT_SECRET: undefined } },
    empty: { secrets: { KEYS: '' } },
    published: { secrets: { KEYS: published } },
    twokeys: { secrets: { KEYS: `${gatewaySecrets.KEYS},${published}` } },
    operator: {
      main: 'parts-gateway-worker.ts',
      secrets: { ADMIN_TOKEN: publicKeys.ADMIN_TOKEN },
    },
    signed: { main: 'parts-gateway-worker.ts', secrets: { OPENID_KEY: publicKeys.OPENID_KEY } },
    tokenless: { main: 'parts-gateway-worker.ts' },
    unnamed: { main: 'parts-gateway-worker.ts', secrets: { ADMIN_TOKEN: '0123456789abcdef'.repeat(3) } },
    recordless: {
      main: 'parts-gateway-worker.ts',
      secrets: { ADMIN_TOKEN: `kim:${'0123456789abcdef'.repeat(3)}` },
      hasAccessRecords: false,
    },
    unaddressed: { vars: { SERVICE_URL: 'login.example.com' } },
    placeholders: { vars: configurationParts('exports').vars },
  });

  test.each([
    [
      'unset',
      /KEYS is not set; .*wrangler secret put KEYS; .* \.dev\.vars.*CLIENT_SECRET is not set; .*wrangler secret put CLIENT_SECRET;/,
    ],
    ['empty', /KEYS needs keys in the form id:base64/],
    ['published', /KEYS contains a value that everyone can read/],
    ['twokeys', /KEYS contains a value that everyone can read/],
    ['operator', /ADMIN_TOKEN contains a value that everyone can read/],
    ['signed', /OPENID_KEY contains a value that everyone can read/],
    ['tokenless', /ADMIN_TOKEN (?:is not set|needs)/],
    ['unnamed', /ADMIN_TOKEN contains a token without a name.* such as kim:TOKEN/],
    ['recordless', /ACCESS_RECORDS needs a durable_objects binding/],
    ['unaddressed', /SERVICE_URL needs an origin such as/],
    [
      'placeholders',
      /SERVICE_URL is still a placeholder; set it in \.dev\.vars for wrangler dev, .*CLIENT_ID is still a placeholder/,
    ],
  ])(
    '(%s) names each faulty setting and its fix in the first response and the log',
    async (name, message) => {
      for (const path of ['/', '/auth/login', '/auth/session']) {
        const answer = await world.fetch(`${originOf(name)}${path}`, {
          headers: { Accept: 'application/json' },
        });
        expect(answer.status).toBe(500);
        expect(((await answer.json()) as { message: string }).message).toMatch(message);
      }
      const [line] = await linesWith(world, { worker: 'gateway', reason: 'settings' });
      expect(String(line?.cause)).not.toBe('');
      expect(world.logs()).not.toContain(published);
    },
  );
});

describe('a single Worker without rate limits', () => {
  const world = useProjects({ unlimited: { limits: [] }, limited: { limits: ['STATE_LIMIT'] } });

  test('logs once which limits are off', async () => {
    for (let count = 0; count < 3; count += 1) await world.fetch(`${originOf('unlimited')}/auth/healthz`);
    const lines = await linesWith(world, { operation: 'limiting requests' });
    // The other project has STATE_LIMIT, and may have logged its own line.
    expect(lines.map((line) => line.without).filter((names) => `${names}`.startsWith('STATE'))).toEqual([
      'STATE_LIMIT,REQUEST_LIMIT,APP_LIMIT,APP_NETWORK_LIMIT,APP_TOTAL_LIMIT',
    ]);
  });

  test.each([
    ['unlimited', 0],
    ['limited', 1],
  ])('(%s) stores %i state nonces, and signs users in', async (name, count) => {
    const visitor = new ProjectVisitor(world, name);
    const shown = await visitor.signIn();
    expect(JSON.parse(shown.text).session.user.plid).toBe(person.plid);
    const { STATES } = await world.env(name);
    const stored = async () => ((await STATES.list()) as { keys: unknown[] }).keys.length;
    await expect.poll(stored).toBe(count);
    expect(logLines(world).filter(({ cause }) => cause === 'STATE_LIMIT')).toEqual([]);
  });
});

describe('a single Worker with the guard', () => {
  const world = useProjects({
    intranet: { main: 'guarded-gateway-worker.ts' },
    outage: { main: 'guarded-gateway-worker.ts', vars: { OUTAGE: 'Y' } },
  });
  const origin = originOf('intranet');
  const page = { Accept: 'text/html' };

  test.each(['/', '/assets/app.css'])('leaves %s public', async (path) => {
    const answer = await world.fetch(`${origin}${path}`, { headers: page });
    expect([answer.status, await answer.json()]).toEqual([200, { plid: null }]);
  });

  test('redirects a page without a session to the login, and an API request gets 401', async () => {
    const opened = await world.fetch(`${origin}/orders?id=1`, { headers: page });
    expect(opened.status).toBe(302);
    expect(opened.headers.get('Location')).toBe(
      `${origin}/auth/login?return_to=%2Forders%3Fid%3D1&required=Y`,
    );
    const asked = await world.fetch(`${origin}/orders`, { headers: { Accept: 'application/json' } });
    expect([asked.status, ((await asked.json()) as { reason: string }).reason]).toEqual([401, 'no_session']);
  });

  test('shows a page to a user whose form arrives without a session, and none of another origin passes', async () => {
    const sent = { ...page, Origin: origin, 'Sec-Fetch-Site': 'same-origin' };
    const own = await world.fetch(`${origin}/orders`, { method: 'POST', headers: sent });
    expect([own.status, own.headers.get('Content-Type')]).toEqual([401, 'text/html; charset=utf-8']);
    const foreign = { ...page, Origin: 'https://evil.example.com', 'Sec-Fetch-Site': 'cross-site' };
    expect((await world.fetch(`${origin}/orders`, { method: 'POST', headers: foreign })).status).toBe(403);
  });

  test('reports an outage instead of a missing session, except on public paths', async () => {
    const visitor = new ProjectVisitor(world, 'intranet');
    await visitor.signIn();
    const headers = { ...page, Cookie: visitor.sessionCookie };
    const statusOf = async (path: string) =>
      (await world.fetch(`${originOf('outage')}${path}`, { headers })).status;
    expect([await statusOf('/orders'), await statusOf('/assets/app.css')]).toEqual([503, 200]);
  });

  test('passes a signed-in user', async () => {
    const visitor = new ProjectVisitor(world, 'intranet');
    expect(JSON.parse((await visitor.signIn()).text)).toEqual({ plid: person.plid });
  });
});

describe('the OPENID_KEY of local environments', () => {
  const [, publishedRsa = '', publishedEc = ''] = /:(.+)\.(.+)/.exec(publicKeys.OPENID_KEY) ?? [];
  const [, rsa = '', ec = ''] = /:(.+)\.(.+)/.exec(gatewaySecrets.OPENID_KEY) ?? [];

  /** The same RSA key with another private exponent: (p − 1)(q − 1) / 2 more has the same effect. */
  function respelled(): string {
    const jwk = createPrivateKey({
      key: Buffer.from(publishedRsa, 'base64'),
      format: 'der',
      type: 'pkcs8',
    }).export({ format: 'jwk' });
    const number = (text = '') => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`);
    const d = number(jwk.d) + ((number(jwk.p) - 1n) * (number(jwk.q) - 1n)) / 2n;
    const hex = d.toString(16);
    const key = createPrivateKey({
      key: { ...jwk, d: Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex').toString('base64url') },
      format: 'jwk',
    });
    return key.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  }

  test.each([
    ['another id', `mine:${publishedRsa}.${publishedEc}`],
    ['its RSA key next to another EC key', `o1:${publishedRsa}.${ec}`],
    ['its EC key next to another RSA key', `o1:${rsa}.${publishedEc}`],
    ['a second entry', `${gatewaySecrets.OPENID_KEY},o2:${publishedRsa}.${publishedEc}`],
    ['its RSA key with another private exponent', `o1:${respelled()}.${ec}`],
  ])('is known as published with %s', (_name, key) => {
    expect(v.is(openIdKeySetting, key)).toBe(true);
    expect(isPublished(key)).toBe(true);
  });

  test('is not another key', () => {
    expect(respelled()).not.toBe(publishedRsa);
    expect(isPublished(gatewaySecrets.OPENID_KEY)).toBe(false);
  });
});
