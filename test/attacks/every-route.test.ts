import { beforeAll, describe, expect, test } from 'vitest';
import type { Init } from '../support/fixtures/browser-session.ts';
import { send as sendOverSocket } from '../support/requests/send.ts';
import { listedWorkers } from '../support/world/configurations.ts';
import { useWorld } from '../support/world/use-world.ts';
import { createFixtures, type Fixtures } from './support/fixtures.ts';
import { contractTargets, publicDocuments, type Target, targets } from './support/targets.ts';

const world = useWorld();
let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await createFixtures(world);
});

const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

function send(
  { half, path, method = 'GET', fields = {}, headers, type }: Target,
  more: Record<string, string>,
) {
  const sent: Init = { method, headers: { ...headers, ...more } };
  const url = new URL(path.replaceAll('*', 'made-up'), world[half]);
  if (type === 'json') sent.body = JSON.stringify(fields);
  if (type === 'form') sent.body = new URLSearchParams(fields).toString();
  if (type === undefined) url.search = new URLSearchParams(fields).toString();
  if (type !== undefined) sent.headers = { ...sent.headers, 'Content-Type': types[type] };
  return world.fetch(url, sent);
}

const allowing = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('cross-origin reads (CORS)', () => {
  test('are allowed only for public documents, with or without cookies and tokens', async () => {
    const readable: string[] = [];
    for (const target of targets(fixtures)) {
      const answer = await send(target, { Origin: 'https://evil.example', 'Sec-Fetch-Mode': 'cors' });
      if (publicDocuments.includes(target.path)) {
        expect(allowing(answer), target.path).toEqual(['access-control-allow-origin']);
        expect(answer.headers.get('Access-Control-Allow-Origin'), target.path).toBe('*');
        expect(answer.headers.getSetCookie(), target.path).toEqual([]);
        readable.push(target.path);
      } else expect(allowing(answer), target.path).toEqual([]);
    }
    expect(readable.toSorted()).toEqual(publicDocuments.toSorted());
  });

  test('are never allowed by a preflight', async () => {
    const headers = {
      Origin: 'https://evil.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type',
    };
    for (const { half, path } of targets(fixtures)) {
      const answer = await world.fetch(`${world[half]}${path}`, { method: 'OPTIONS', headers });
      // Of those that answer every method, none is for a page.
      expect([403, 404, 405], path).toContain(answer.status);
      expect(allowing(answer), path).toEqual([]);
    }
  });
});

describe('forged Host and forwarding headers', () => {
  test('never appear in a response: X-Forwarded-Host, X-Forwarded-Proto, Forwarded, X-Original-URL', async () => {
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'http',
      'X-Forwarded-Port': '8443',
      'X-Original-URL': 'https://evil.example/',
      'X-Rewrite-URL': '/evil.example',
      Forwarded: 'host=evil.example;proto=http',
      Via: '1.1 evil.example',
      Referer: 'https://evil.example/',
    };
    for (const target of targets(fixtures)) {
      const answer = await send(target, headers);
      expect(`${[...answer.headers].join()} ${await answer.text()}`, target.path).not.toContain(
        'evil.example',
      );
      for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/^__Host-.*; Secure/);
    }
  });

  test("don't make plain http acceptable", async () => {
    for (const { half, path } of targets(fixtures)) {
      if (half === 'sandbox') continue;
      const address = `${world[half].replace('https:', 'http:')}${path}`;
      const answer = await world.fetch(address, { headers: { 'X-Forwarded-Proto': 'https' } });
      expect([answer.status, answer.headers.getSetCookie()], path).toEqual([400, []]);
      expect(await answer.text()).toContain('only over https');
    }
  });

  test("at another host still redirect to the worker's own", async () => {
    const at = (worker: string, path: string, init = {}) =>
      world.harness.fetch(worker, `https://evil.example${path}`, init);
    const moved = await at('plid-gateway-login', '/auth/login?return_to=/cart');
    const own = new URL(moved.headers.get('Location') ?? '');
    expect([own.origin, moved.headers.getSetCookie()]).toEqual([world.gateway, []]);
    // Behind a proxy that rewrites the host, the repeated login continues.
    const login = await at('plid-gateway-login', own.pathname + own.search);
    const address = new URL(login.headers.get('Location') ?? '');
    expect(address.origin).toBe(world.service);
    expect(address.searchParams.get('redirect_uri')).toBe(`${world.gateway}/auth/callback`);
    const logout = await at('plid-gateway-logout', '/auth/logout', {
      method: 'POST',
      headers: { Accept: 'text/html' },
    });
    expect(logout.headers.get('Location')).toBe(`${world.gateway}/`);
    const page = await at('plid-service-authorize', '/oauth2/authorize?client_id=nobody');
    expect(await page.text()).not.toContain('evil.example');
  });
});

test("a route without a written request gets the contract's request and responds", async () => {
  const described = contractTargets(fixtures, []);
  const routes = listedWorkers.flatMap((worker) => worker.routes);
  expect(described).toHaveLength(routes.length);
  const readable = described.filter(
    ({ method, path, headers = {} }) =>
      method === 'GET' && !path.includes('*') && ('Authorization' in headers || 'Cookie' in headers),
  );
  expect(readable.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/v1/user/me', '/admin/applications', '/auth/session', '/auth/user']),
  );
  for (const target of readable) expect((await send(target, {})).status, target.path).toBe(200);
});

describe('a body shorter than its Content-Length', () => {
  const broken = { body: Buffer.from('a'), lengthError: 5 };

  test('causes no internal error at any route', async () => {
    for (const { half, path, method = 'GET', headers = {}, type } of targets(fixtures)) {
      if (type === undefined) continue;
      const target = path.replaceAll('*', 'made-up');
      const typed = Object.entries({ ...headers, 'Content-Type': types[type] });
      const sent = { ...broken, method, target, headers: typed };
      const { status, body } = await sendOverSocket(world, sent, world[half]);
      // A route that reads no body may answer all the same.
      expect(status, `${method} ${path}: ${body}`).toBeGreaterThanOrEqual(200);
      expect(status, `${method} ${path}: ${body}`).toBeLessThan(500);
    }
    expect(world.logs()).not.toContain('"reason":"internal"');
  });

  test.each([
    [
      'service',
      '/oauth2/token',
      types.form,
      { error: 'invalid_request', message: 'The value of body is not valid.' },
    ],
    [
      'gateway',
      '/auth/login',
      types.json,
      { error: 'invalid_request', message: 'The value of body is not valid.' },
    ],
    ['gateway', '/auth/events', 'application/secevent+jwt', { err: 'invalid_request' }],
  ] as const)('is rejected as invalid: %s %s', async (half, target, type, refusal) => {
    const headers: [string, string][] = [['Content-Type', type]];
    const { status, body } = await sendOverSocket(
      world,
      { ...broken, method: 'POST', target, headers },
      world[half],
    );
    expect([status, JSON.parse(body)]).toEqual([400, expect.objectContaining(refusal)]);
  });
});
