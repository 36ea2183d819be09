import { expect, test } from 'vitest';
import type { Session } from '../../workers/gateway/session-cache.ts';
import { cacheSession, forgetSessions, recallSession } from '../../workers/gateway/session-cache.ts';

const secret = 's'.repeat(43);
const now = 1_000_000_000;
const session: Session = {
  user: { plid: 'p', name: '한가람', autoLoginYn: 'N', autoStatusCheck: 'N' },
  created: now,
  expires: now + 43_200,
};

/** As much of KV and D1 as a session needs. @param status of the session's row. */
function storage(status: string) {
  const kept = new Map<string, { value: string; ttl: number }>();
  const SESSIONS = {
    get: async (key: string) => kept.get(key)?.value ?? null,
    put: async (key: string, value: string, { expirationTtl: ttl }: { expirationTtl: number }) => {
      kept.set(key, { value, ttl });
    },
    delete: async (key: string) => void kept.delete(key),
  } as unknown as KVNamespace;
  const statement = { bind: () => statement, first: async () => ({ status }) };
  const DATABASE = { prepare: () => statement } as unknown as D1Database;
  return { kept, env: { SESSIONS, DATABASE, SESSION_CACHE_LIFETIME: 900 } };
}

const failing = () => Promise.reject(new Error('KV is down'));
const down = { get: failing, put: failing, delete: failing } as unknown as KVNamespace;

test('what is kept can be read with the secret alone, by nobody who only has the store', async () => {
  const { env, kept } = storage('active');
  await cacheSession({ env, now }, 'id', secret, session);
  expect(await recallSession({ env, now }, 'id', secret)).toEqual({ session, ageing: false });
  expect(await recallSession({ env, now }, 'id', 't'.repeat(43))).toBeUndefined();
  expect(JSON.stringify([...kept])).not.toContain('한가람');
});

test('it ages after half of its time, and is passed over when its time is up, even if KV still shows it', async () => {
  const { env } = storage('active');
  await cacheSession({ env, now }, 'id', secret, session);
  expect(await recallSession({ env, now: now + 450 }, 'id', secret)).toMatchObject({ ageing: false });
  expect(await recallSession({ env, now: now + 451 }, 'id', secret)).toMatchObject({ ageing: true });
  expect(await recallSession({ env, now: now + 900 }, 'id', secret)).toBeUndefined();
});

test('it is never kept for longer than the session lasts, nor for less than KV can', async () => {
  const { env, kept } = storage('active');
  await cacheSession({ env, now: session.expires - 300 }, 'id', secret, session);
  expect(kept.get('session:id')?.ttl).toBe(300);
  await cacheSession({ env, now: session.expires - 10 }, 'id', secret, session);
  expect(kept.get('session:id')?.ttl).toBe(60);
  expect(await recallSession({ env, now: session.expires }, 'id', secret)).toBeUndefined();
});

test.each(['ended', 'failed', 'pending'])(
  'a log-out that overtakes the write (row %s) is not undone by it',
  async (status) => {
    const { env, kept } = storage(status);
    await cacheSession({ env, now }, 'id', secret, session);
    expect([...kept]).toEqual([]);
  },
);

test('KV that is down is a miss, and fails nothing', async () => {
  const env = { ...storage('active').env, SESSIONS: down };
  await cacheSession({ env, now }, 'id', secret, session);
  await forgetSessions(env, ['id']);
  expect(await recallSession({ env, now }, 'id', secret)).toBeUndefined();
});
