import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  isKvUnresponsive,
  readWithShortTimeout,
} from '../../../workers/gateway/sessions/kv-circuit-breaker.ts';

// The module remembers the last timeout: each test has a time of its own, long before that of other files.
let time = 1_000_000_000_000;
beforeEach(() => {
  time += 60_000;
  vi.useFakeTimers({ now: time });
});
afterEach(() => vi.useRealTimers());

/** A page that reads KV, after a time that KV takes, in milliseconds. */
async function read(milliseconds: number, failure?: Error) {
  const answer = new Promise<string>((resolve, reject) =>
    setTimeout(() => (failure ? reject(failure) : resolve('kept')), milliseconds),
  );
  const reading = readWithShortTimeout('reading a session from KV', answer).catch(({ reason }) => reason);
  await vi.advanceTimersByTimeAsync(milliseconds);
  return reading;
}

test("KV isn't used for ten seconds after one page waited for it in vain", async () => {
  expect(await read(500 + 1)).toBe('unavailable');
  expect(isKvUnresponsive()).toBe(true);
  await vi.advanceTimersByTimeAsync(9_990);
  expect(isKvUnresponsive()).toBe(true);
  await vi.advanceTimersByTimeAsync(10);
  expect(isKvUnresponsive()).toBe(false);
});

test.each([
  ['answers in time', 499, undefined, 'kept'],
  ['fails at once', 0, new Error('KV GET failed: 500'), 'unavailable'],
])('KV that %s is asked again by the next page', async (_, milliseconds, failure, outcome) => {
  expect(await read(milliseconds, failure)).toBe(outcome);
  expect(isKvUnresponsive()).toBe(false);
});
