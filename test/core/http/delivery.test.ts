import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type Delivery,
  deliver,
  firstRetryPause,
  maxRetryPause,
  nextAttempt,
  retryPause,
  withoutResponse,
} from '../../../workers/core/http/delivery.ts';
import { answering } from '../../gateway/support/fake-service-response.ts';

const now = 1_800_000_000;
const message = { address: 'https://books.example.com/events', contentType: 'text/x', body: 'news' };
const send = (rejection?: object): Promise<Delivery> => deliver(message, async () => rejection, now);

test('a message is posted with its type, asks for JSON, and follows no redirect', async () => {
  const sent = answering(() => new Response(null, { status: 202 }));
  expect(await send()).toEqual({ outcome: 'delivered', status: 202 });
  const [request] = sent as [Request];
  expect([request.url, request.method, request.redirect]).toEqual([message.address, 'POST', 'manual']);
  expect(request.headers.get('Content-Type')).toBe('text/x');
  expect(request.headers.get('Accept')).toBe('application/json');
  expect(await request.text()).toBe('news');
});

describe('the first pause after a failed delivery', () => {
  test.each([
    [302, 10],
    [400, 900],
    [401, 900],
    [403, 900],
    [404, 900],
    [408, 10],
    [429, 10],
    [499, 900],
    [500, 10],
    [503, 10],
  ])('of status %i is %i seconds', async (status, firstPause) => {
    answering(() => new Response(null, { status, headers: { 'Retry-After': '7' } }));
    expect(await send()).toEqual({ outcome: 'failed', status, retryAfter: 7, firstPause });
  });
});

test.each([
  ['Fri, 15 Jan 2027 08:00:30 GMT', 30],
  ['Fri, 15 Jan 2027 07:59:30 GMT', 0],
  ['7', 7],
  ['999999999', 999_999_999],
  ['7 minutes', 0],
  ['soon', 0],
])('the Retry-After %j is %i seconds', async (text, retryAfter) => {
  answering(() => new Response(null, { status: 503, headers: { 'Retry-After': text } }));
  expect(await send()).toMatchObject({ outcome: 'failed', retryAfter });
});

test('a receiver has ten seconds, and one that never answers is tried again after ten', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => timeout.mockRestore());
  answering(() => new Response(null, { status: 202 }));
  await send();
  expect(timeout.mock.calls).toEqual([[10_000]]);
  expect(withoutResponse('x')).toEqual({ outcome: 'failed', cause: 'x', retryAfter: 0, firstPause: 10 });
});

test('a rejection is final with its details, and a success is never a rejection', async () => {
  answering(() => new Response('no', { status: 400 }));
  expect(await send({ err: 'invalid_key' })).toEqual({
    outcome: 'refused',
    status: 400,
    err: 'invalid_key',
  });
  answering(() => new Response(null, { status: 200 }));
  expect(await send({ err: 'invalid_key' })).toEqual({ outcome: 'delivered', status: 200 });
});

test('a response that nothing reads is cancelled, so that it holds no connection', async () => {
  let isCancelled = false;
  const cancel = () => {
    isCancelled = true;
  };
  answering(() => new Response(new ReadableStream({ cancel }), { status: 503 }));
  await send();
  expect(isCancelled).toBe(true);
});

describe('the next attempt', () => {
  const failed = { outcome: 'failed', retryAfter: 0, firstPause: firstRetryPause } as const;
  const expires = now + 3 * 86_400;

  test.each([
    ['waits the first pause', failed, 0, now, now + 10],
    ['waits twice as long each time', failed, 3, now, now + 80],
    ['waits 6 hours at most', failed, 40, now, now + 6 * 3_600],
    ['waits as long as the receiver asks', { ...failed, retryAfter: 70_000 }, 0, now, now + 70_000],
    ['is at the latest when the message expires', failed, 5, expires - 1, expires],
    ['does not come after the expiry', failed, 0, expires, undefined],
  ])('%s', (_, delivery, attempts, at, expected) => {
    expect(nextAttempt(delivery, attempts, expires, at)).toBe(expected);
  });

  test('has a pause of 10 seconds unless a longer one is given', () => {
    expect([retryPause(0), retryPause(1), retryPause(1, 900)]).toEqual([10, 20, 1_800]);
    expect(retryPause(30)).toBe(maxRetryPause);
  });
});
