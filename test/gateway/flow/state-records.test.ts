import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { unlimited } from '../../../workers/core/worker/rate-limit.ts';
import { findStateNonce, storeStateNonce } from '../../../workers/gateway/flow/state-nonces.ts';
import { createStateParameter } from '../../../workers/gateway/flow/state-parameter.ts';
import { resolveMissingFlow } from '../../../workers/gateway/routes/callback/missing-flow.ts';
import { gatewayKeys } from '../../support/world/test-settings.ts';

const now = 1_800_000_000;
const gateway = 'https://shop.example.com';
const secret = 's'.repeat(43);
const state = await createStateParameter(now, secret);
const flow = { state, return_to: '/orders?page=2#last', expires: now + 3_600 } as never;
const page = { Accept: 'text/html', 'Sec-Fetch-Dest': 'document' };

/** KV and the limit of its records. */
function records() {
  const kept = new Map<string, { text: string; ttl: number }>();
  const STATES = {
    get: vi.fn(async (key: string): Promise<string | null> => kept.get(key)?.text ?? null),
    put: vi.fn(async (key: string, text: string, { expirationTtl: ttl }: { expirationTtl: number }) => {
      kept.set(key, { text, ttl });
    }),
  };
  const STATE_LIMIT: object = { limit: vi.fn(async () => ({ success: true })) };
  const env = { KEYS: gatewayKeys, GATEWAY_ORIGIN: gateway, STATES, STATE_LIMIT };
  const log = vi.fn();
  const find = (at = now, sought = state) => findStateNonce({ env, now: at, log } as never, sought);
  async function store(headers: Record<string, string> = page, wanted = flow) {
    const going: Promise<unknown>[] = [];
    const request = new Request(`${gateway}/auth/login`, { headers });
    const waitUntil = (work: Promise<unknown>) => void going.push(work);
    storeStateNonce({ env, now, log, request, waitUntil } as never, wanted);
    await Promise.all(going);
  }
  return { kept, STATES, env, log, store, find };
}

describe('the record of a sign-in', () => {
  test('has the path without its query, for ten minutes longer than the sign-in', async () => {
    const { kept, store, find } = records();
    await store();
    expect([...kept.values()].map(({ ttl }) => ttl)).toEqual([4_200]);
    expect(await find()).toEqual({ return_to: '/orders', expires: now + 3_600 });
    expect(await find(now + 4_199)).toEqual({ return_to: '/orders', expires: now + 3_600 });
    expect(await find(now + 4_200)).toBeUndefined();
  });

  test('can neither be found nor read without the state', async () => {
    const { kept, store, find } = records();
    await store();
    expect(JSON.stringify([...kept])).not.toContain(state.slice(9));
    const other = await createStateParameter(now, 'o'.repeat(43));
    expect(await find(now, other)).toBeUndefined();
    const [[, record] = []] = [...kept];
    kept.clear();
    await store(page, { ...(flow as object), state: other } as never);
    const [[name = ''] = []] = [...kept];
    kept.set(name, record as never);
    expect(await find(now, other)).toBeUndefined();
  });

  test.each([
    ['a program asks', { Accept: '*/*' }, undefined],
    ['there is no limit', page, unlimited],
  ])('is not stored if %s', async (_, headers, limit) => {
    const { kept, env, log, store } = records();
    if (limit !== undefined) env.STATE_LIMIT = limit;
    await store(headers);
    expect([...kept]).toEqual([]);
    expect(log).not.toHaveBeenCalled();
  });

  test('is not stored beyond the limit of all of them, and the log says so', async () => {
    const { kept, env, log, store } = records();
    const limit = vi.fn(async () => ({ success: false }));
    env.STATE_LIMIT = { limit };
    await store();
    expect(limit).toHaveBeenCalledExactlyOnceWith({ key: 'states' });
    expect([...kept]).toEqual([]);
    expect(log).toHaveBeenCalledExactlyOnceWith('warn', {
      operation: 'keeping a state in KV',
      cause: 'STATE_LIMIT',
    });
  });

  test('that KV fails to write or to read is logged', async () => {
    const { STATES, log, store, find } = records();
    const down = () => Promise.reject(new Error('KV is down'));
    STATES.put.mockImplementation(down);
    await store();
    STATES.get.mockImplementation(down);
    expect(await find()).toBeUndefined();
    const line = (operation: string) => ['error', { reason: 'kv', operation, cause: expect.any(String) }];
    expect(log.mock.calls).toEqual([line('keeping a state in KV'), line('reading a state from KV')]);
  });

  test.each(['', 'made-up', `${state}x`])('is not looked up for the malformed state %j', async (sought) => {
    const { STATES, find } = records();
    expect(await find(now, sought)).toBeUndefined();
    expect(STATES.get).not.toHaveBeenCalled();
  });

  describe('in a KV that does not answer', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
    afterEach(() => void vi.useRealTimers());

    test('is waited for one second', async () => {
      const { STATES, find } = records();
      const asked = Promise.withResolvers<void>();
      STATES.get.mockImplementation(() => {
        asked.resolve();
        return new Promise(() => undefined);
      });
      const found = vi.fn();
      void find().then(found);
      await asked.promise;
      await vi.advanceTimersByTimeAsync(999);
      expect(found).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(found).toHaveBeenCalledExactlyOnceWith(undefined);
    });
  });
});

describe('a callback without its cookie', () => {
  const presented = (of: string) => ({ plid: 'p', secret: of, id: 'id' });
  const resolve = (
    { env, log }: Pick<ReturnType<typeof records>, 'env' | 'log'>,
    {
      cookies = 'missing',
      session,
      at = now,
    }: { cookies?: 'missing' | 'other'; session?: object; at?: number } = {},
  ) => resolveMissingFlow({ env, now: at, log } as never, state, cookies, session as never);

  test('continues only in the session of its sign-in', async () => {
    const kept = records();
    const answer = await resolve(kept, { session: presented(secret) });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${gateway}/`]);
    expect(kept.STATES.get).not.toHaveBeenCalled();
    const other = resolve(kept, { session: presented('o'.repeat(43)) });
    await expect(other).rejects.toMatchObject({ reason: 'flow_missing' });
  });

  test.each([
    ['flow_missing', 'missing', false, now],
    ['flow_mismatch', 'other', false, now],
    ['flow_elsewhere', 'missing', true, now],
    ['flow_elsewhere', 'other', true, now + 3_599],
    ['flow_expired', 'missing', true, now + 3_600],
    ['flow_missing', 'missing', true, now + 4_200],
  ] as const)(
    'is refused with %s: its cookies are %s, its record is stored: %s',
    async (reason, cookies, isStored, at) => {
      const kept = records();
      if (isStored) await kept.store();
      await expect(resolve(kept, { cookies, at })).rejects.toMatchObject({ reason });
    },
  );
});
