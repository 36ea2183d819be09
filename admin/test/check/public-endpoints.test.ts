import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { checkWorkersShareKeys } from '../../check/key-fingerprints.ts';
import { checkClock, checkHeaders, checkLogin, checkPlainHttp } from '../../check/public-endpoints.ts';
import { checksOf } from '../../check/worker-requests.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.useRealTimers();
});

type Answer = (path: string, response: ServerResponse) => void;

/** A host that answers each path as the test says. */
async function host(answer: Answer): Promise<{ origin: string; headers: object }> {
  const server = createServer((request, response) => {
    answer(request.url ?? '', response);
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers: {} };
}
const target = async (answer: Answer) => (await host(answer)) as Parameters<typeof checkClock>[0];

describe('the headers of every response', () => {
  const sent: Record<string, string> = {
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Request-Id': '0123456789abcdef',
  };

  test('are all checked, and plain http needs no Strict-Transport-Security', async () => {
    const where = await target((_, response) => void response.setHeaders(new Map(Object.entries(sent))));
    expect(await checkHeaders(where, '/healthz')).toEqual([]);
  });

  test.each(Object.keys(sent))('%s is a fault if a rule removes or changes it', async (name) => {
    for (const changed of [{}, { [name]: 'another' }]) {
      const { [name]: _, ...others } = sent;
      const headers = new Map(Object.entries({ ...others, ...changed }));
      const where = await target((_path, response) => void response.setHeaders(headers));
      expect(await checkHeaders(where, '/healthz')).toMatchObject([
        { level: 'fault', what: `/healthz responds with ${name}: ${headers.get(name) ?? 'none'}` },
      ]);
    }
  });
});

test.each([
  [30, 'good', 'at most 30 seconds'],
  [-30, 'good', 'at most 30 seconds'],
  [31, 'fault', 'clock is 31 seconds ahead'],
  [-31, 'fault', 'clock is 31 seconds behind'],
])('a clock that differs by %i seconds is %s', async (skew, level, what) => {
  const now = 1_800_000_000_000;
  vi.useFakeTimers({ toFake: ['Date'], now });
  const date = new Date(now - skew * 1000).toUTCString();
  const where = await target((_, response) => void response.setHeader('Date', date));
  expect(await checkClock(where, '/healthz')).toMatchObject({
    level,
    what: expect.stringContaining(what),
  });
});

test.each([
  [200, 'fault'],
  [204, 'fault'],
  [301, 'good'],
  [308, 'good'],
  [403, 'good'],
])('plain http that responds with %i is %s', async (status, level) => {
  const { origin } = await target((_, response) => void response.writeHead(status));
  expect(await checkPlainHttp(origin, '/healthz')).toMatchObject({ level });
});

test('plain http that nothing listens to is good', async () => {
  expect(await checkPlainHttp('http://127.0.0.1:9', '/healthz')).toMatchObject({ level: 'good' });
});

describe('the sign-in of a gateway', () => {
  /** What is found about a gateway whose callback and service respond so. */
  async function found(callback: number, service = 200, redirect = '') {
    const paths: string[] = [];
    const cookies: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '', origin());
      paths.push(pathname);
      cookies.push(request.headers.cookie);
      if (pathname === '/auth/login') {
        const query = new URLSearchParams({
          redirect_uri: redirect || `${origin()}/auth/callback`,
          state: 's+1',
        });
        const headers = { Location: `${origin()}/oauth2/authorize?${query}`, 'Set-Cookie': 'a=b; Path=/' };
        return void response.writeHead(303, headers).end();
      }
      response.writeHead(pathname === '/auth/callback' ? callback : service).end('{"message":"said"}');
    });
    const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closing.push(() => server.close());
    const findings = await checkLogin({ origin: origin(), headers: {} }, origin());
    return { findings: findings.map(({ level, what }) => `${level}: ${what}`), paths, cookies };
  }

  test.each([
    [400, /^good: .*accepts the client secret$/],
    [502, /^fault: the gateway responds with 502 to an invalid code: said$/],
    [503, /^note: the gateway responds with 503 to an invalid code: said$/],
    [429, /^note: the gateway responds with 429 to an invalid code: said$/],
  ])('whose callback responds with %i to an invalid code', async (status, what) => {
    const { findings, paths, cookies } = await found(status);
    expect(findings).toEqual([
      expect.stringMatching(/^good: .*knows this gateway$/),
      expect.stringMatching(what),
    ]);
    expect(paths).toEqual(['/auth/login', '/oauth2/authorize', '/auth/callback']);
    // The login service never gets the cookies of the gateway.
    expect(cookies).toEqual([undefined, undefined, 'a=b']);
  });

  test.each([
    [399, 'good'],
    [400, 'fault'],
    [503, 'fault'],
  ])('whose service responds with %i to a sign-in is %s', async (status, level) => {
    const { findings } = await found(400, status);
    expect(findings[0]).toMatch(new RegExp(`^${level}: the login service at `));
  });

  test('that would send users to another address is a fault', async () => {
    const { findings, paths } = await found(400, 200, 'https://other.example.com/auth/callback');
    expect(findings).toEqual([
      'fault: after signing in, users would be redirected to https://other.example.com/auth/callback',
    ]);
    expect(paths).toEqual(['/auth/login']);
  });
});

describe('the checks of a worker', () => {
  const answered = (status: number, body = '', headers = {}) => ({
    ...{ status, body, headers: new Headers(headers) },
  });
  const [options, page] = checksOf({ routes: ['GET /account', 'POST /account'], catchAll: false });

  test.each([
    [405, 'GET, POST', true],
    [405, 'POST, GET', true],
    [405, 'GET', false],
    [405, 'GET, POST, DELETE', false],
    [200, 'GET, POST', false],
  ])('of its methods: %i with Allow: %s', (status, Allow, isGood) => {
    expect(options?.method).toBe('OPTIONS');
    expect(options?.fault(answered(status, '', { Allow })) === undefined).toBe(isGood);
  });

  test.each([
    [200, true],
    [303, true],
    [401, true],
    [404, false],
    [405, false],
    [500, false],
  ])('of its page without a session: %i', (status, isGood) => {
    expect(page).toMatchObject({ method: 'GET', path: '/account' });
    expect(page?.fault(answered(status)) === undefined).toBe(isGood);
  });

  test('of other paths, if it answers them, and of a path with every method', () => {
    const checks = checksOf({ routes: ['ALL /auth/verify', 'GET /auth/oidc/jwks.json'], catchAll: true });
    expect(checks.map(({ method, path }) => `${method} ${path}`)).toEqual([
      ...['GET /auth/verify', 'OPTIONS /auth/oidc/jwks.json', 'GET /.well-known/plid-deploy-check'],
    ]);
    const [verify, , rest] = checks;
    expect(verify?.fault(answered(403, '{"reason":"x"}'))).toBeUndefined();
    expect(verify?.fault(answered(403, 'a page'))).toBeDefined();
    expect(verify?.fault(answered(200, '{"reason":"x"}'))).toBeDefined();
    expect([rest?.fault(answered(404)), rest?.fault(answered(500))]).toEqual([
      undefined,
      expect.stringContaining('500'),
    ]);
  });
});

describe('KEYS of the workers', () => {
  const found = (...each: string[][]) =>
    checkWorkersShareKeys(
      'service',
      each.map((keys, index) => ({ worker: `w${index}`, keys })),
    ).map(({ level, what }) => `${level} ${/w\d/.exec(what)?.[0] ?? ''}`.trim());

  test.each<[string, string[][], string[]]>([
    ['of one worker say nothing', [['a']], []],
    ['that are the same', [['a'], ['a'], ['a']], ['good']],
    ['that a pass has given to some', [['a'], ['a'], ['a', 'b']], ['good']],
    [
      'in another order',
      [
        ['a', 'b'],
        ['a', 'b'],
        ['b', 'a'],
      ],
      ['good'],
    ],
    ['of one worker that is ahead of the others', [['a'], ['a'], ['b', 'a']], ['fault w2']],
    ['of one worker that lacks the new current key', [['b', 'a'], ['b', 'a'], ['a']], ['fault w2']],
    ['that most workers share are right', [['c'], ['a'], ['a'], ['a']], ['fault w0']],
  ])('%s', (_, each, levels) => {
    expect(found(...each)).toEqual(levels);
  });
});
