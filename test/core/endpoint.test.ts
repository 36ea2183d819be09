import * as v from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ProtocolError, retryLater } from '../../workers/core/protocol/errors.ts';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import { endpoint, type Handler } from '../../workers/core/worker/endpoint.ts';

const lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines.length = 0;
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line) => void lines.push(JSON.parse(line)));
  return () => vi.restoreAllMocks();
});

/** Asks a worker with one route. @returns its answer, and the work that goes on after it. */
async function ask(handler: Handler<unknown>, url = 'https://login.example.com/things/7', init: object = {}) {
  const worker = endpoint('service-things', v.object({}), { 'GET /things/:id': handler });
  const going: Promise<unknown>[] = [];
  const execution = { waitUntil: (work: Promise<unknown>) => void going.push(work) };
  const answer = await worker.fetch(new Request(url, init), {}, execution as never as ExecutionContext);
  return { answer, going };
}

const fails =
  (failure: unknown): Handler<unknown> =>
  () => {
    throw failure;
  };

describe('a worker', () => {
  test('hands the runtime what goes on after the answer', async () => {
    const { answer, going } = await ask(({ waitUntil }) => {
      waitUntil(Promise.resolve('done'));
      return new Response('7');
    });
    expect([await answer.text(), await Promise.all(going)]).toEqual(['7', ['done']]);
  });

  test('sets the headers of every answer, those of a refusal as well', async () => {
    for (const handler of [
      () => new Response(null),
      fails(new ProtocolError(refusals.not_found)),
      fails('x'),
    ]) {
      const { answer } = await ask(handler);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/^[0-9a-f]{16}$/),
      });
    }
    const local = await ask(() => new Response(null), 'http://localhost/things/7');
    expect(local.answer.headers.has('Strict-Transport-Security')).toBe(false);
  });

  test('keeps the headers of a refusal', async () => {
    const { answer } = await ask(fails(retryLater(refusals.unavailable, 4.2)));
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
    const wrong = await ask(() => new Response(null), undefined, { method: 'DELETE' });
    expect([wrong.answer.status, wrong.answer.headers.get('Allow')]).toEqual([405, 'GET']);
  });

  test('refuses plain http, but on this machine, before anything else', async () => {
    const handler = vi.fn(() => new Response(null));
    expect((await ask(handler, 'http://login.example.com/things/7')).answer.status).toBe(400);
    expect((await ask(handler, 'http://login.example.com/nowhere')).answer.status).toBe(400);
    expect(handler).not.toHaveBeenCalled();
    expect((await ask(handler, 'http://127.0.0.1/things/7')).answer.status).toBe(200);
  });
});

describe('its line in the log', () => {
  test('names the route as it is stated, never what stood in its place', async () => {
    const { answer } = await ask(({ note }) => {
      note({ client_id: 'shop' });
      return new Response(null);
    });
    expect(lines).toEqual([
      {
        level: 'info',
        worker: 'service-things',
        request: answer.headers.get('X-Request-Id'),
        method: 'GET',
        route: '/things/:id',
        client_id: 'shop',
        status: 200,
        milliseconds: expect.any(Number),
      },
    ]);
  });

  test.each<[string, unknown, object]>([
    ['a refusal', new ProtocolError(refusals.not_found), { level: 'info', status: 404, reason: 'not_found' }],
    ['an outage', retryLater(refusals.unavailable, 1, 'KV'), { level: 'error', status: 503, cause: 'KV' }],
    [
      'an error of the client with the status 500',
      new ProtocolError({ ...refusals.internal, level: 'info' }),
      { level: 'info', status: 500 },
    ],
    [
      'a fault of ours, where it was thrown',
      new TypeError('of 01000000001'),
      { level: 'error', status: 500, cause: expect.stringMatching(/^TypeError at .*endpoint\.test\.ts/) },
    ],
  ])('tells %s', async (_, failure, line) => {
    await ask(fails(failure));
    expect(lines).toEqual([expect.objectContaining({ route: '/things/:id', ...line })]);
    expect(JSON.stringify(lines)).not.toContain('01000000001');
  });
});
