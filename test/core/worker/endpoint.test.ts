import * as v from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ProtocolError, retryLaterError } from '../../../workers/core/protocol/errors.ts';
import * as refusals from '../../../workers/core/protocol/refusals.ts';
import { subdomainsSetting } from '../../../workers/core/worker/common-headers.ts';
import { endpoint, type Handler } from '../../../workers/core/worker/endpoint.ts';
import { showHealth } from '../../../workers/core/worker/health.ts';
import type { RequestLine } from '../../../workers/core/worker/log.ts';
import { passThrough } from '../../../workers/core/worker/passthrough.ts';
import { release } from '../../../workers/core/worker/release.ts';
import { originSetting } from '../../../workers/core/worker/settings.ts';

const origin = 'https://login.example.com';
const schema = v.object({ BASE_URL: originSetting });
type Env = v.InferOutput<typeof schema>;
const settings: object = { BASE_URL: origin, CLOCK: { now: async () => 1_800_000_000_999 } };

/** The lines of the log, each with the console's method that wrote it. */
const lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines.length = 0;
  for (const via of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, via).mockImplementation((line) => void lines.push({ via, ...JSON.parse(line) }));
  return () => vi.restoreAllMocks();
});

type Options = Parameters<typeof endpoint<typeof schema>>[3];
interface Asked extends RequestInit {
  url?: string;
  env?: object;
}

/** Asks a worker with one route. @returns its answer, and the work that continues after it. */
async function ask(
  handler: Handler<Env>,
  { url = '/things/7', env, ...init }: Asked = {},
  options?: Options,
) {
  const worker = endpoint('service-things', schema, { 'GET /things/:id': handler }, options);
  const going: Promise<unknown>[] = [];
  const execution = { waitUntil: (work: Promise<unknown>) => void going.push(work) } as ExecutionContext;
  const answer = await worker.fetch(new Request(new URL(url, origin), init), env ?? settings, execution);
  return { answer, going };
}

const answers: Handler<Env> = () => new Response(null);
const fails =
  (failure: unknown): Handler<Env> =>
  () => {
    throw failure;
  };

/** The effects of a handler on others. */
const reached = vi.fn();
const waits: Handler<Env> = async ({ settingsChecked }) => {
  await settingsChecked;
  reached();
  return new Response(null);
};

describe('a worker', () => {
  test('exports what its configuration is derived from', () => {
    const routes = { 'GET /things/:id': answers, 'POST /things': answers };
    const stated = { catchAll: true, classes: [['Thing']] };
    expect(endpoint('service-things', schema, routes, stated)).toMatchObject({
      worker: 'service-things',
      schema,
      ...stated,
      routes: ['GET /things/:id', 'POST /things'],
    });
  });

  test('gives a handler its settings, path, time, and language', async () => {
    const handler: Handler<Env> = ({ env, path, now, language }) =>
      Response.json({ env, path, now, language });
    const { answer } = await ask(handler, { headers: { 'Accept-Language': 'ko' } });
    const env = { BASE_URL: origin };
    expect(await answer.json()).toEqual({ env, path: { id: '7' }, now: 1_800_000_000, language: 'ko' });
  });

  test('passes background work to the runtime', async () => {
    const { answer, going } = await ask(({ waitUntil }) => {
      waitUntil(Promise.resolve('done'));
      return new Response('7');
    });
    expect([await answer.text(), await Promise.all(going)]).toEqual(['7', ['done']]);
  });

  test.each<[string, Handler<Env>]>([
    ['an answer', answers],
    ['a refusal', fails(new ProtocolError(refusals.not_found))],
    ['a fault', fails('x')],
  ])('sets common headers on every response: of %s', async (_, handler) => {
    const { answer } = await ask(handler, { headers: { 'CF-Ray': '0123456789abcdef-ICN' } });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': '0123456789abcdef',
    });
  });

  test.each([
    ['Y', 'max-age=31536000; includeSubDomains'],
    ['N', 'max-age=31536000'],
  ])('sends HSTS, with subdomains if HSTS_SUBDOMAINS is set: %s', async (set, expected) => {
    const below = v.object({ ...schema.entries, HSTS_SUBDOMAINS: subdomainsSetting(set as 'Y' | 'N') });
    const worker = endpoint('service-things', below, { 'GET /things': answers });
    const execution = { waitUntil: () => {} } as unknown as ExecutionContext;
    const sent = async (env: object) =>
      (await worker.fetch(new Request(`${origin}/things`), env, execution)).headers.get(
        'Strict-Transport-Security',
      );
    expect(await sent({ ...settings })).toBe(expected);
    expect(await sent({ ...settings, HSTS_SUBDOMAINS: 'N' })).toBe('max-age=31536000');
    expect(await sent({ ...settings, HSTS_SUBDOMAINS: 'yes' })).toBe('max-age=31536000');
  });

  test('rejects plain http first', async () => {
    const handler = vi.fn(answers);
    for (const path of ['/things/7', '/nowhere']) {
      const { answer } = await ask(handler, { url: `http://login.example.com${path}` });
      expect(answer.status).toBe(400);
    }
    expect(handler).not.toHaveBeenCalled();
    expect(lines[0]).toMatchObject({ reason: 'insecure_transport', level: 'info' });
    expect(lines[0]).not.toHaveProperty('route');
  });

  test('accepts plain http on this machine, without HSTS', async () => {
    for (const url of ['http://localhost:8787/things/7', 'http://127.0.0.1/things/7']) {
      const { answer } = await ask(answers, { url });
      expect(answer.status).toBe(200);
      expect(answer.headers.has('Strict-Transport-Security')).toBe(false);
    }
  });

  test("returns errors of §7 in the request's language, with headers", async () => {
    const handler = fails(retryLaterError(refusals.unavailable, 4.2));
    const { answer } = await ask(handler, { headers: { 'Accept-Language': 'ko' } });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await answer.json()).toEqual({ error: 'server_error', message: refusals.unavailable.ko });
  });

  test('lists the allowed methods of a path', async () => {
    const { answer } = await ask(answers, { method: 'DELETE' });
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET']);
  });

  test('returns 500 for an internal error without its cause', async () => {
    const { answer } = await ask(fails(new RangeError('hidden')));
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ error: 'server_error', message: refusals.internal.en });
  });

  test('has error pages for users where enabled', async () => {
    const errorPage: NonNullable<Options>['errorPage'] = async ({ reason, status }, { url }) =>
      url.pathname === '/things/7' ? new Response(`page of ${reason}`, { status }) : undefined;
    const page = await ask(fails(new ProtocolError(refusals.not_found)), {}, { errorPage });
    expect([page.answer.status, await page.answer.text()]).toEqual([404, 'page of not_found']);
    expect(page.answer.headers.get('Cache-Control')).toBe('no-store');
    const json = await ask(answers, { url: '/elsewhere' }, { errorPage });
    expect(await json.answer.json()).toMatchObject({ error: 'not_found' });
  });

  test('rejects every request if its settings are invalid', async () => {
    const handler = vi.fn(answers);
    const alone = await ask(handler, { env: {} });
    expect(alone.answer.status).toBe(500);
    expect(await alone.answer.text()).toContain('BASE_URL is not set');
    expect(lines[0]).toMatchObject({ reason: 'settings', cause: expect.stringContaining('BASE_URL') });
    expect(handler).not.toHaveBeenCalled();
    const checkSettings = async () => {
      await Promise.resolve();
      throw new ProtocolError(refusals.settings, { settings: 'PHONE_KEY' });
    };
    for (const does of [answers, fails(new ProtocolError(refusals.not_found)), waits]) {
      const beside = await ask(does, {}, { checkSettings });
      expect(await beside.answer.text()).toContain('PHONE_KEY');
    }
    expect(reached).not.toHaveBeenCalled();
  });

  test('checks its settings during the first steps of a request, and waits for both', async () => {
    const order: string[] = [];
    const checking = Promise.withResolvers<void>();
    const answering = ask(
      async ({ settingsChecked }) => {
        order.push('begins');
        queueMicrotask(checking.resolve);
        await settingsChecked;
        order.push('goes on');
        return new Response('done');
      },
      {},
      { checkSettings: () => checking.promise.then(() => void order.push('checked')) },
    );
    expect(await (await answering).answer.text()).toBe('done');
    expect(order).toEqual(['begins', 'checked', 'goes on']);
  });

  test('reports its health', async () => {
    const { answer } = await ask(showHealth);
    expect(await answer.json()).toEqual({ status: 'ok' });
  });
});

describe('an exception in a worker', () => {
  const notFound = fails(new ProtocolError(refusals.not_found));
  const pageThat = (does: () => unknown) =>
    ({ errorPage: does }) as { errorPage: NonNullable<NonNullable<Options>['errorPage']> };
  const throws = () => {
    throw new TypeError('of 01000000001');
  };

  test.each<[string, Handler<Env>, NonNullable<Options>, object]>([
    ['a handler that answers nothing', () => undefined as never, {}, { status: 500, reason: 'internal' }],
    [
      'returning a fetched response with immutable headers',
      () => fetch('data:,x'),
      {},
      { status: 500, reason: 'internal' },
    ],
    ['what is thrown without being an error', fails(undefined), {}, { status: 500, reason: 'internal' }],
    [
      'a page of an error that throws',
      notFound,
      pageThat(throws),
      {
        status: 404,
        reason: 'not_found',
        failed_page: expect.stringMatching(/^TypeError at .*endpoint\.test/),
      },
    ],
    [
      'one that fails later',
      notFound,
      pageThat(async () => throws()),
      { status: 404, reason: 'not_found', failed_page: expect.stringMatching(/^TypeError at /) },
    ],
    [
      'returning something other than a response',
      notFound,
      pageThat(() => 'a page'),
      { status: 404, reason: 'not_found', failed_page: expect.stringMatching(/^TypeError at /) },
    ],
  ])(
    'in %s becomes the JSON of §7 with common headers, and one log line',
    async (_, handler, options, told) => {
      const { answer } = await ask(handler, {}, options);
      const { reason } = told as { reason: string };
      const { status, error, en } = reason === 'internal' ? refusals.internal : refusals.not_found;
      expect(answer.status).toBe(status);
      expect(await answer.json()).toEqual({ error, message: en });
      const request = answer.headers.get('X-Request-Id');
      expect([request, answer.headers.get('Cache-Control')]).toEqual([expect.any(String), 'no-store']);
      expect(lines).toEqual([
        expect.objectContaining({ level: 'error', request, route: '/things/:id', ...told }),
      ]);
      expect(JSON.stringify(lines)).not.toContain('01000000001');
    },
  );

  test('in writing a log line leaves the response, and logs what is known', async () => {
    const { answer } = await ask(({ note }) => {
      note({ client_id: 'shop', sessions: 7n as never });
      return new Response('7');
    });
    expect([answer.status, await answer.text()]).toEqual([200, '7']);
    expect(lines).toEqual([
      expect.objectContaining({
        via: 'error',
        level: 'error',
        request: answer.headers.get('X-Request-Id'),
        status: 200,
        client_id: 'shop',
        failed_line: expect.stringMatching(/^TypeError at /),
      }),
    ]);
    expect(lines[0]).not.toHaveProperty('sessions');
  });

  test('shows an error page with the settings, unless they are invalid', async () => {
    const envOfPage = vi.fn();
    const errorPage: NonNullable<Options>['errorPage'] = (_, { env }) => envOfPage(env);
    await ask(notFound, {}, { errorPage });
    await ask(notFound, { env: { BASE_URL: 'x' } }, { errorPage });
    expect(envOfPage.mock.calls).toEqual([[{ BASE_URL: origin }], [undefined]]);
  });
});

describe("a worker's log line", () => {
  test("waits for its events, and the response doesn't", async () => {
    const event = Promise.withResolvers<void>();
    const later = Promise.withResolvers<void>();
    const add = (fields: object, when: Promise<void>, line: RequestLine) =>
      line.awaited.push(when.then(() => void Object.assign(line.fields, fields)));
    const { answer, going } = await ask(({ line, waitUntil }) => {
      add({ events: { left: 1 } }, event.promise, line);
      waitUntil(event.promise.then(() => void add({ count: 2 }, later.promise, line)));
      waitUntil(line.written);
      return new Response('7');
    });
    expect([await answer.text(), lines]).toEqual(['7', []]);
    event.resolve();
    await going[0];
    expect(lines).toEqual([]);
    later.resolve();
    await Promise.all(going);
    expect(lines).toMatchObject([{ status: 200, events: { left: 1 }, count: 2 }]);
  });

  test('is that of the worker that handled the request, if another worker passes its response on', async () => {
    const things = endpoint('service-things', schema, {
      'GET /things/:id': ({ line, waitUntil }) => {
        // The response is marked as passed on before this line is written.
        line.awaited.push(new Promise((resolve) => void setImmediate(resolve)));
        waitUntil(line.written);
        return new Response('7', { status: 202 });
      },
    });
    const going: Promise<unknown>[] = [];
    const execution = { waitUntil: (work: Promise<unknown>) => void going.push(work) } as ExecutionContext;
    const { answer } = await ask(({ request }) =>
      passThrough(things.fetch(new Request(request, { headers: {} }), settings, execution)),
    );
    await Promise.all(going);
    expect([answer.status, await answer.text(), answer.headers.get('Cache-Control')]).toEqual([
      ...[202, '7', 'no-store'],
    ]);
    expect(lines).toMatchObject([{ worker: 'service-things', status: 202 }]);
  });

  test('is one per request with the route pattern, never its values', async () => {
    const { answer } = await ask(({ note, log }) => {
      note({ client_id: 'shop' });
      log('warn', { stale: true });
      return new Response(null);
    });
    const about = { worker: 'service-things', release, request: answer.headers.get('X-Request-Id') };
    expect(lines).toEqual([
      { via: 'warn', level: 'warn', ...about, stale: true },
      {
        via: 'info',
        level: 'info',
        ...about,
        method: 'GET',
        route: '/things/:id',
        client_id: 'shop',
        status: 200,
        milliseconds: expect.any(Number),
      },
    ]);
    expect(lines[1]?.milliseconds).toBeGreaterThanOrEqual(0);
    expect(lines[1]?.milliseconds).toBeLessThan(60_000);
  });

  test('contains the time until the response, in milliseconds', async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] });
    await ask(() => {
      vi.setSystemTime(Date.now() + 1_234);
      return new Response(null);
    }).finally(() => vi.useRealTimers());
    expect(lines).toMatchObject([{ milliseconds: 1_234 }]);
  });

  test('and each further line contain the name of the sign-in, as does the response', async () => {
    const { answer } = await ask(({ nameSignIn, log }) => {
      log('info', { call: 'before' });
      nameSignIn('a_sign-in-1');
      log('info', { call: 'after' });
      return new Response(null);
    });
    expect(answer.headers.get('Plid-Sign-In')).toBe('a_sign-in-1');
    expect(lines.map(({ sign_in }) => sign_in)).toEqual([undefined, 'a_sign-in-1', 'a_sign-in-1']);
  });

  test('is left to the worker whose response is passed on, with its headers', async () => {
    const response = new Response(null, { headers: { 'X-Request-Id': 'of the other', Vary: 'Origin' } });
    const { answer } = await ask(() => passThrough(Promise.resolve(response)));
    expect(Object.fromEntries(answer.headers)).toEqual({ 'x-request-id': 'of the other', vary: 'Origin' });
    expect(lines).toEqual([]);
  });

  test("contains the fields of a refusal's own", async () => {
    const refusal = new ProtocolError(refusals.not_found);
    refusal.logged.carrier = 'S';
    await ask(fails(refusal));
    expect(lines).toMatchObject([{ reason: 'not_found', carrier: 'S' }]);
  });

  test.each<[string, Handler<Env>, object]>([
    [
      'a refusal',
      fails(new ProtocolError(refusals.not_found)),
      { level: 'info', status: 404, error: 'not_found', reason: 'not_found' },
    ],
    [
      'an outage',
      fails(retryLaterError(refusals.unavailable, 1, 'KV')),
      { level: 'error', status: 503, error: 'server_error', reason: 'unavailable', cause: 'KV' },
    ],
    [
      'an error of the client with the status 500',
      fails(new ProtocolError({ ...refusals.internal, level: 'info' })),
      { level: 'info', status: 500, error: 'server_error', reason: 'internal' },
    ],
    [
      'an internal error and its position',
      fails(new TypeError('of 01000000001')),
      {
        level: 'error',
        status: 500,
        error: 'server_error',
        reason: 'internal',
        cause: expect.stringMatching(/^TypeError at .*endpoint\.test\.ts/),
      },
    ],
    [
      'an answer with the status 500',
      () => new Response(null, { status: 500 }),
      { level: 'error', status: 500 },
    ],
  ])('contains %s', async (_, handler, told) => {
    await ask(handler);
    const about = {
      worker: 'service-things',
      release,
      request: expect.any(String),
      milliseconds: expect.any(Number),
    };
    const via = (told as { level: string }).level;
    expect(lines).toEqual([{ via, ...about, method: 'GET', route: '/things/:id', ...told }]);
  });
});
