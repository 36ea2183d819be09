import { expect, onTestFinished, test, vi } from 'vitest';
import type { Session } from '../../../packages/plid/gateway/session.ts';
import { readSession, readStoredSession } from '../../../workers/gateway/sessions/read-session.ts';
import {
  cacheSession,
  deleteCachedSessions,
  readCachedSession,
} from '../../../workers/gateway/sessions/session-cache.ts';
import { mergeIdentity } from '../../../workers/gateway/users/merge-identity.ts';
import { gatewayKeys } from '../../support/world/test-settings.ts';

const now = 1_000_000_000;
const log = () => undefined;
const presented = { plid: 'p', secret: 's'.repeat(43), id: 'id' };
const session: Session = {
  user: { plid: 'p', name: '한가람', autoLoginYn: 'N', autoStatusCheck: 'N' },
  created: now,
  expires: now + 43_200,
};
const sealed = (await mergeIdentity(gatewayKeys, undefined, { name: '한가람' })).change.identity ?? '';
const stored = { ...session.user, identity: sealed, created: session.created, expires: session.expires };

/** The part of KV and of a User object that a session needs. @param live the object's answer, or the error with which it fails. */
function storage(live: object | undefined | Error) {
  const kept = new Map<string, { value: string; ttl: number }>();
  const asked: string[] = [];
  const SESSIONS = {
    get: async (key: string) => kept.get(key)?.value ?? null,
    put: async (key: string, value: string, { expirationTtl: ttl }: { expirationTtl: number }) => {
      kept.set(key, { value, ttl });
    },
    delete: async (key: string) => void kept.delete(key),
  } as unknown as KVNamespace;
  const state = { live };
  const stub = {
    async session(id: string) {
      asked.push(id);
      if (state.live instanceof Error) throw state.live;
      return state.live;
    },
  };
  const USER = { idFromName: (name: string) => name, get: () => stub } as never;
  const env = {
    SESSIONS,
    USER,
    KEYS: gatewayKeys,
    LOCATION_HINT: 'apac-ne' as const,
    SESSION_CACHE_LIFETIME: 900,
    STALE_SESSION_LIFETIME: 3_600,
  };
  return { kept, asked, state, env };
}

/** The context of a request, which counts the work that continues after the answer. */
function contextAt(at: number, env: ReturnType<typeof storage>['env']) {
  const going: Promise<unknown>[] = [];
  const context = { env, now: at, log, waitUntil: (work: Promise<unknown>) => void going.push(work) };
  return { context, going };
}

const failing = () => Promise.reject(new Error('KV is down'));
const down = { get: failing, put: failing, delete: failing } as unknown as KVNamespace;
const unreachable = Object.assign(new Error('no object'), { retryable: true });

test('a cached session can be read only with its secret, not with only the store', async () => {
  const { env, kept } = storage(stored);
  await cacheSession({ env, now, log }, presented, session);
  expect(await readCachedSession({ env, now: now + 7, log }, presented)).toEqual({ session, age: 7 });
  const stranger = { ...presented, secret: 't'.repeat(43) };
  expect(await readCachedSession({ env, now, log }, stranger)).toBeUndefined();
  expect(JSON.stringify([...kept])).not.toContain('한가람');
});

test('a cached session is stored as long as it may be used during an outage, and no longer than the session', async () => {
  const { env, kept } = storage(stored);
  await cacheSession({ env, now, log }, presented, session);
  expect(kept.get('session:id')?.ttl).toBe(3_600);
  await cacheSession({ env, now: session.expires - 300, log }, presented, session);
  expect(kept.get('session:id')?.ttl).toBe(300);
  const strict = { ...env, STALE_SESSION_LIFETIME: 0 };
  await cacheSession({ env: strict, now, log }, presented, session);
  expect(kept.get('session:id')?.ttl).toBe(900);
  await cacheSession({ env, now: session.expires - 10, log }, presented, session);
  expect(kept.get('session:id')?.ttl).toBe(60);
  expect(await readCachedSession({ env, now: session.expires, log }, presented)).toBeUndefined();
});

test("a sign-out that overtakes the write isn't undone by it", async () => {
  const { env, kept } = storage(undefined);
  await cacheSession({ env, now, log }, presented, session);
  expect([...kept]).toEqual([]);
});

test('a KV outage is a cache miss, and each failure is logged', async () => {
  const env = { ...storage(stored).env, SESSIONS: down };
  const log = vi.fn();
  await cacheSession({ env, now, log }, presented, session);
  await deleteCachedSessions({ env, log }, ['id', 'another']);
  expect(await readCachedSession({ env, now, log }, presented)).toBeUndefined();
  const line = (operation: string) => ['error', { reason: 'kv', operation, cause: expect.any(String) }];
  const deleting = line('deleting a session from KV');
  expect(log.mock.calls).toEqual([
    line('keeping a session in KV'),
    ...[deleting, deleting],
    line('reading a session from KV'),
  ]);
  expect(await readSession(contextAt(now, env).context, presented)).toEqual(session);
});

test('a cached session needs no object; after half of its time the object is read in parallel', async () => {
  const { env, asked } = storage(stored);
  await cacheSession({ env, now, log }, presented, session);
  asked.length = 0;
  const warm = contextAt(now + 450, env);
  expect(await readSession(warm.context, presented)).toEqual(session);
  expect([asked, warm.going]).toEqual([[], []]);

  const ageing = contextAt(now + 451, env);
  expect(await readSession(ageing.context, presented)).toEqual(session);
  expect(ageing.going).toHaveLength(1);
  await ageing.going[0];
  expect(asked).toEqual(['id']);
});

test('a session has the facts of its sign-in, each as it was stored', async () => {
  const login = { auth_time: now - 5 };
  const facts = { autoLoginYn: 'Y', autoStatusCheck: 'N', login } as const;
  const { env } = storage({ ...stored, ...facts });
  const { autoLoginYn, autoStatusCheck } = facts;
  const user = { ...session.user, autoLoginYn, autoStatusCheck };
  expect(await readStoredSession({ env, now }, presented)).toEqual({ ...session, user, login });
  expect(await readStoredSession({ env: storage(undefined).env, now }, presented)).toBeUndefined();
});

test('a cached session is no longer fresh at the end of its time', async () => {
  const { env, state } = storage(stored);
  await cacheSession({ env, now, log }, presented, session);
  state.live = undefined;
  expect(await readSession(contextAt(now + 900, env).context, presented)).toBeUndefined();
});

test('a KV write continues with waitUntil after the response', async () => {
  const { env, kept } = storage(stored);
  const { context, going } = contextAt(now, env);
  expect(await readSession(context, presented)).toEqual(session);
  expect(going).toHaveLength(1);
  await Promise.all(going);
  expect([...kept.keys()]).toEqual(['session:id']);
});

test('a copy that KV failed to delete is deleted when the session is found to have ended', async () => {
  const { env, kept, state } = storage(stored);
  await cacheSession({ env, now, log }, presented, session);
  state.live = undefined;
  const { context, going } = contextAt(now + 460, env);
  expect(await readSession(context, presented)).toEqual(session);
  await Promise.all(going);
  await Promise.all(going);
  expect([...kept]).toEqual([]);
  expect(await readSession(contextAt(now + 461, env).context, presented)).toBeUndefined();
});

test('during an object outage a copy counts for STALE_SESSION_LIFETIME and is marked; then 503', async () => {
  const { env, state } = storage(stored);
  await cacheSession({ env, now, log }, presented, session);
  state.live = unreachable;
  expect(await readSession(contextAt(now + 899, env).context, presented)).toEqual(session);
  const marked = { ...session, stale: true };
  const { context } = contextAt(now + 900, env);
  const logged = vi.fn();
  expect(await readSession({ ...context, log: logged }, presented)).toEqual(marked);
  expect(logged).toHaveBeenCalledExactlyOnceWith('warn', {
    operation: 'using a stale copy of a session',
    cause: expect.any(String),
  });
  expect(await readSession(contextAt(now + 3_599, env).context, presented)).toEqual(marked);
  const late = readSession(contextAt(now + 3_600, env).context, presented);
  await expect(late).rejects.toMatchObject({ reason: 'unavailable' });
  const never = { ...env, STALE_SESSION_LIFETIME: 0 };
  const strict = readSession(contextAt(now + 900, never).context, presented);
  await expect(strict).rejects.toMatchObject({ reason: 'unavailable' });
});

test("a KV that doesn't respond is tried once in ten seconds, and the object is read instead", async () => {
  // A time long ago, so that the following tests remember nothing of it.
  vi.useFakeTimers({ now: 1_000_000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { env, state } = storage(stored);
  const get = vi.fn(() => new Promise<null>(() => undefined));
  const lines: object[] = [];
  const context = {
    now,
    waitUntil: () => undefined,
    env: { ...env, SESSIONS: { ...env.SESSIONS, get } as unknown as KVNamespace },
    log: (level: string, fields: object) => void lines.push({ level, ...fields }),
  };
  const read = async (wait: number) => {
    const reading = readSession(context, presented);
    await vi.advanceTimersByTimeAsync(wait);
    return reading;
  };
  expect(await read(500)).toMatchObject({ user: { name: '한가람' } });
  for (let page = 0; page < 5; page += 1) expect(await read(0)).toMatchObject({ user: { name: '한가람' } });
  expect(get.mock.calls.length).toBe(1);
  expect(lines).toEqual([
    expect.objectContaining({ level: 'error', reason: 'kv', operation: 'reading a session from KV' }),
  ]);
  vi.advanceTimersByTime(10_000);
  await read(500);
  expect(get.mock.calls.length).toBe(2);

  // If the object fails in these ten seconds, KV is read after all.
  await cacheSession({ env, now, log }, presented, session);
  context.env.SESSIONS = env.SESSIONS;
  state.live = unreachable;
  expect(await read(0)).toEqual(session);
});
