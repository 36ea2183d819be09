import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PlidRefusal, PlidUnavailable } from '../../../packages/plid/client/index.ts';
import { repeatedCallbacks } from '../../../packages/plid/web/repeated-callbacks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Counts what is completed. */
function counted() {
  const completed: string[] = [];
  const once = repeatedCallbacks<string>();
  const complete = (state: string, code = 'code') =>
    once(state, code, async () => {
      completed.push(state);
      return `${state} ${completed.length}`;
    });
  return { completed, once, complete };
}

test('a result is cached for a minute, and then the code is sent again', async () => {
  const { complete } = counted();
  expect([await complete('a'), await complete('a')]).toEqual(['a 1', 'a 1']);
  vi.advanceTimersByTime(59_999);
  expect(await complete('a')).toBe('a 1');
  vi.advanceTimersByTime(1);
  expect(await complete('a')).toBe('a 2');
});

test('at most 1,000 results are kept, and the oldest goes first', async () => {
  const { complete, completed } = counted();
  for (let at = 0; at < 1_000; at += 1) await complete(`state ${at}`);
  await complete('state 0');
  expect(completed).toHaveLength(1_000);
  await complete('one more');
  await complete('state 1');
  expect(completed).toHaveLength(1_001);
  await complete('state 0');
  expect(completed).toHaveLength(1_002);
});

test('another code for the same state is refused, while the first one is exchanged and afterwards', async () => {
  const { complete } = counted();
  const first = complete('a');
  await expect(complete('a', 'other')).rejects.toBeInstanceOf(PlidRefusal);
  await first;
  await expect(complete('a', 'other')).rejects.toMatchObject({ reason: 'state_mismatch' });
});

test('a callback whose predecessor never ends stops waiting after half a minute', async () => {
  const { once, complete } = counted();
  void once('a', 'code', () => new Promise(() => undefined));
  const waiting = expect(complete('a')).rejects.toBeInstanceOf(PlidUnavailable);
  await vi.advanceTimersByTimeAsync(30_100);
  await waiting;
});
