import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryOnce } from '../../../workers/service/carriers/retry-once.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A carrier that answers an attempt only once the test does. */
function silentCarrier() {
  const attempts: { answer: (answer: string) => void; signal: AbortSignal }[] = [];
  const asked = retryOnce<string>((signal) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    attempts.push({ answer: resolve, signal });
    return promise;
  });
  return { attempts, asked };
}

test("a carrier that doesn't respond within 4 seconds gets the request again in parallel, and the first response counts", async () => {
  const { attempts, asked } = silentCarrier();
  await vi.advanceTimersByTimeAsync(3_999);
  expect(attempts).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(attempts).toHaveLength(2);
  attempts[1]?.answer('of the second attempt');
  expect(await asked).toBe('of the second attempt');
  expect(attempts.map(({ signal }) => signal.aborted)).toEqual([true, true]);
});

test("a carrier that doesn't respond within 8 seconds is given up, without a third request", async () => {
  const { attempts, asked } = silentCarrier();
  const ended = vi.fn();
  asked.catch(ended);
  await vi.advanceTimersByTimeAsync(7_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await expect(asked).rejects.toThrow('no answer in time');
  expect(attempts.map(({ signal }) => signal.aborted)).toEqual([true, true]);
});
