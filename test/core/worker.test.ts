import * as v from 'valibot';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ProtocolError, retryLater } from '../../workers/core/protocol/errors.ts';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import { now as readClock } from '../../workers/core/worker/clock.ts';
import { type ErrorPage, endpoint } from '../../workers/core/worker/endpoint.ts';
import { showHealth } from '../../workers/core/worker/health.ts';
import { describeFailure, objectLog } from '../../workers/core/worker/log.ts';
import { requireToken } from '../../workers/core/worker/operator-token.ts';
import { findByPattern, pathPatterns } from '../../workers/core/worker/routes.ts';
import { originSetting } from '../../workers/core/worker/settings.ts';

const origin = 'https://login.example.com';

/** What is logged during one test: level and fields of each line. */
function logged(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  const { info, warn, error } = console;
  const write = (level: string) => (line: string) => void lines.push({ via: level, ...JSON.parse(line) });
  Object.assign(console, { info: write('info'), warn: write('warn'), error: write('error') });
  onTestFinished(() => void Object.assign(console, { info, warn, error }));
  return lines;
}

describe('a worker', () => {
  const schema = v.object({ BASE_URL: originSetting });
  const work: Promise<unknown>[] = [];
  const errorPage: ErrorPage<unknown> = (error, { url }) =>
    url.pathname === '/page' ? new Response(`page of ${error.reason}`, { status: error.status }) : undefined;
  const worker = endpoint(
    'service-trial',
    schema,
    {
      'GET /trial/:id': ({ path, now, language, env, note, log, waitUntil }) => {
        note({ client_id: 'noted' });
        log('warn', { more: true });
        waitUntil(Promise.resolve('later'));
        return Response.json({ path, now, language, env });
      },
      'POST /refused': () => {
        throw retryLater(refusals.unavailable, 2.1, new TypeError('hidden'));
      },
      'GET /broken': () => {
        throw new RangeError('hidden');
      },
      'GET /calm': () => {
        throw new ProtocolError({ ...refusals.internal, level: 'info' });
      },
      'GET /page': () => {
        throw new ProtocolError(refusals.not_found);
      },
      'GET /failing': () => new Response(null, { status: 500 }),
    },
    { errorPage, classes: [['Trial']], checkSettings: async ({ request }) => refuseMarked(request) },
  );
  const refuseMarked = (request: Request) => {
    if (request.headers.has('Marked')) throw new ProtocolError(refusals.settings, { settings: 'PHONE_KEY' });
  };
  const execution = { waitUntil: (promise: Promise<unknown>) => void work.push(promise) };
  const CLOCK = { now: async () => 1_800_000_000_999 };
  const ask = (path: string, init: RequestInit = {}, env: object = { BASE_URL: origin, CLOCK }) => {
    const address = path.startsWith('/') ? origin + path : path;
    return worker.fetch(new Request(address, init), env, execution as ExecutionContext);
  };

  test('states what its configuration is derived from', () => {
    expect(worker).toMatchObject({
      worker: 'service-trial',
      schema,
      restOfHost: undefined,
      classes: [['Trial']],
    });
    expect(worker.routes).toEqual([
      'GET /trial/:id',
      'POST /refused',
      'GET /broken',
      'GET /calm',
      'GET /page',
      'GET /failing',
    ]);
  });

  test('gives a handler what it needs, and logs one line for each request', async () => {
    const lines = logged();
    const headers = { 'Accept-Language': 'ko', 'CF-Ray': '0123456789abcdef-ICN' };
    const answer = await ask('/trial/7', { headers });
    const env = { BASE_URL: origin };
    expect(await answer.json()).toEqual({ path: { id: '7' }, now: 1_800_000_000, language: 'ko', env });
    const about = { worker: 'service-trial', request: '0123456789abcdef' };
    expect(lines).toEqual([
      { via: 'warn', level: 'warn', ...about, more: true },
      {
        ...{ via: 'info', level: 'info', ...about, method: 'GET', route: '/trial/:id', client_id: 'noted' },
        ...{ status: 200, milliseconds: expect.any(Number) },
      },
    ]);
    expect(lines[1]?.milliseconds).toBeGreaterThanOrEqual(0);
    expect(lines[1]?.milliseconds).toBeLessThan(60_000);
    expect(await work[0]).toBe('later');
  });

  test('gives every answer the common headers', async () => {
    logged();
    const answer = await ask('/trial/7', { headers: { 'CF-Ray': '0123456789abcdef' } });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...{
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
      ...{ 'x-request-id': '0123456789abcdef', 'strict-transport-security': 'max-age=31536000' },
    });
    const local = await ask('http://localhost:8787/trial/7');
    expect(local.status).toBe(200);
    expect(local.headers.has('Strict-Transport-Security')).toBe(false);
  });

  test.each([
    '0123456789abcdefa',
    '0123456789abcdeF',
    'x0123456789abcdef',
    '0123456789abcdef-ICNX',
    '0123456789abcdef-icn',
  ])('makes an id of its own where %s is none', async (ray) => {
    logged();
    const answer = await ask('/trial/7', { headers: { 'CF-Ray': ray } });
    expect(answer.headers.get('X-Request-Id')).toMatch(/^[0-9a-f]{16}$/);
    expect(ray).not.toBe(answer.headers.get('X-Request-Id'));
  });

  test('refuses plain http but on this machine', async () => {
    const lines = logged();
    const answer = await ask('http://login.example.com/trial/7');
    expect(answer.status).toBe(400);
    expect(lines).toEqual([expect.objectContaining({ reason: 'insecure_transport', level: 'info' })]);
    expect(lines[0]).not.toHaveProperty('route');
  });

  test('answers a refusal in the words of §7, and logs why', async () => {
    const lines = logged();
    const answer = await ask('/refused', { method: 'POST', headers: { 'Accept-Language': 'ko' } });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '3']);
    expect(await answer.json()).toEqual({ error: 'server_error', message: refusals.unavailable.ko });
    expect(lines).toEqual([
      expect.objectContaining({
        ...{ level: 'error', route: '/refused', error: 'server_error', reason: 'unavailable', status: 503 },
        cause: expect.stringMatching(/^TypeError at /),
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('hidden');
  });

  test('answers 500 where it is broken, and says nothing of why', async () => {
    const lines = logged();
    const answer = await ask('/broken');
    expect(await answer.text()).toBe(
      JSON.stringify({ error: 'server_error', message: refusals.internal.en }),
    );
    expect(answer.status).toBe(500);
    expect(lines[0]).toMatchObject({
      level: 'error',
      reason: 'internal',
      cause: expect.stringMatching(/^RangeError at /),
    });
  });

  test('logs a refusal at the level that it has', async () => {
    const lines = logged();
    await ask('/calm');
    await ask('/failing');
    expect(lines.map(({ level, status }) => [level, status])).toEqual([
      ['info', 500],
      ['error', 500],
    ]);
    expect(lines[0]).not.toHaveProperty('cause');
  });

  test('has pages for people where it says so', async () => {
    logged();
    const answer = await ask('/page');
    expect([answer.status, await answer.text()]).toEqual([404, 'page of not_found']);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect((await ask('/elsewhere')).status).toBe(404);
  });

  test('refuses everything where its settings are wrong, by themselves or beside others', async () => {
    const lines = logged();
    const answer = await ask('/trial/7', {}, {});
    expect(answer.status).toBe(500);
    expect((await answer.json()) as object).toMatchObject({
      message: expect.stringContaining('BASE_URL is not set'),
    });
    expect(lines[0]).toMatchObject({ reason: 'settings', cause: expect.stringContaining('BASE_URL') });
    const beside = await ask('/trial/7', { headers: { Marked: 'y' } });
    expect(await beside.text()).toContain('PHONE_KEY');
  });

  test('has a time of its own where no clock is bound', async () => {
    const before = Math.floor(Date.now() / 1000);
    expect(await readClock({})).toBeGreaterThanOrEqual(before);
    expect(await readClock({})).toBeLessThan(before + 3_600);
    expect(await readClock({ CLOCK })).toBe(1_800_000_000);
  });

  test('says that it is well', async () => {
    const answer = await showHealth({} as never);
    expect(await answer.json()).toEqual({ status: 'ok' });
  });
});

describe('an operator’s route', () => {
  const tokens = [
    { name: 'kim', value: 'a'.repeat(32) },
    { name: 'lee', value: 'b'.repeat(32) },
  ];
  const notes: object[] = [];
  const handler = requireToken<object>(
    () => tokens,
    async ({ token }) => Response.json({ token }),
  );
  const ask = async (token: string) =>
    handler({
      request: new Request(origin, { headers: { Authorization: `Bearer ${token}` } }),
      note: (fields: object) => void notes.push(fields),
    } as never);

  test('takes each of the tokens, and notes its name', async () => {
    for (const { name, value } of tokens) expect(await (await ask(value)).json()).toEqual({ token: name });
    expect(notes).toEqual([{ token: 'kim' }, { token: 'lee' }]);
  });

  test('takes no other one', async () => {
    for (const token of ['c'.repeat(32), 'a'.repeat(31), `${'a'.repeat(32)}a`])
      await expect(ask(token)).rejects.toMatchObject({ reason: 'authentication_failed', status: 401 });
  });
});

describe('a log line', () => {
  test('of an object names its worker', () => {
    const lines = logged();
    objectLog('service-objects')('warn', { stale: true });
    expect(lines).toEqual([{ via: 'warn', level: 'warn', worker: 'service-objects', stale: true }]);
  });

  test('says of a failure which error it was and where it was thrown, and what caused it, without their messages', () => {
    const cause = new RangeError('hidden');
    const text = describeFailure(new TypeError('hidden', { cause }));
    expect(text).toMatch(/^TypeError at .*, caused by RangeError at /);
    expect(text).not.toContain('hidden');
    expect(describeFailure('words of ours')).toBe('words of ours');
    expect(describeFailure({ some: 'object' })).toBe('object');
    const bare = new Error('hidden');
    bare.stack = 'Error: hidden';
    expect(describeFailure(bare)).toBe('Error ');
    delete bare.stack;
    expect(describeFailure(bare)).toBe('Error ');
  });
});

describe('the paths of a worker', () => {
  test('are those of its routes, without what begins with another one', () => {
    const routes = [
      'GET /admin/applications',
      'GET /admin/applications/:client_id/history',
      'POST /admin/x/:id',
      'PUT /b',
    ];
    expect(pathPatterns({ routes })).toEqual(['/admin/applications*', '/admin/x*', '/b*']);
    expect(pathPatterns({ routes: ['GET /a', 'POST /a'] })).toEqual(['/a*']);
    expect(pathPatterns({ routes, restOfHost: true })).toEqual(['/*']);
  });

  test('are chosen as Cloudflare chooses: the longest that matches', () => {
    const items = [{ patterns: ['/*'] }, { patterns: ['/a*', '/exact'] }, { patterns: ['/ab*'] }];
    expect(findByPattern('/abc', items)).toBe(items[2]);
    expect(findByPattern('/ac', items)).toBe(items[1]);
    expect(findByPattern('/exact', items)).toBe(items[1]);
    expect(findByPattern('/exactly', items)).toBe(items[0]);
    expect(findByPattern('b', items)).toBeUndefined();
  });
});
