import { utf8 } from '../core/bytes.ts';
import type { Context } from '../core/endpoint.ts';
import { type KeyRing, keyRing } from '../core/keys.ts';
import { describeFailure, log } from '../core/log.ts';
import type { UserRecord } from '../core/user-record.ts';
import type { Bindings } from './bindings.ts';
import { cachedSession } from './sealed-values.ts';
import { findSession } from './session-rows.ts';

/** A live session, as its application is told of it. Times in seconds since 1970. */
export interface Session {
  /** What is known of the user; empty attributes are left out. */
  user: UserRecord;
  created: number;
  expires: number;
}

type CacheEnv = Pick<Bindings, 'DATABASE' | 'SESSIONS' | 'SESSION_CACHE_LIFETIME'>;
type CacheContext = Pick<Context<CacheEnv>, 'env' | 'now' | 'waitUntil'>;

const key = (id: string) => `session:${id}`;

/** Only whoever holds the secret can read what KV keeps of the session: a dump of KV is noise. */
const keysOf = (secret: string): KeyRing => keyRing(new Map([['secret', utf8(secret)]]));

/** A session out of KV, and whether it is time to keep it anew. Undefined for a miss, which says nothing. */
export async function recallSession(
  { env, now }: Pick<CacheContext, 'env' | 'now'>,
  id: string,
  secret: string,
): Promise<{ session: Session; ageing: boolean } | undefined> {
  const sealed = await env.SESSIONS.get(key(id)).catch((failure: unknown) => {
    log('warn', { doing: 'reading a session from KV', cause: describeFailure(failure) });
    return null;
  });
  const known = sealed === null ? undefined : await cachedSession.open(keysOf(secret), sealed, now);
  if (known === undefined) return undefined;
  const { cached, ...session } = known;
  const left = cached + env.SESSION_CACHE_LIFETIME - now;
  if (left <= 0 || session.expires <= now) return undefined;
  return { session, ageing: left < env.SESSION_CACHE_LIFETIME / 2 };
}

/**
 * Keeps a session in KV. It is looked at in D1 once more afterwards: a log-out that came between reading and writing
 * must not be undone, or KV would show a session that has ended for longer than its lag.
 */
export async function cacheSession(
  { env, now }: Pick<CacheContext, 'env' | 'now'>,
  id: string,
  secret: string,
  session: Session,
): Promise<void> {
  try {
    const sealed = await cachedSession.seal(keysOf(secret), { ...session, cached: now });
    const expirationTtl = Math.max(60, Math.min(env.SESSION_CACHE_LIFETIME, session.expires - now));
    await env.SESSIONS.put(key(id), sealed, { expirationTtl });
    const row = await findSession(env.DATABASE, id);
    if (row?.status !== 'active') await env.SESSIONS.delete(key(id));
  } catch (failure) {
    log('warn', { doing: 'keeping a session in KV', cause: describeFailure(failure) });
  }
}

/** Takes sessions out of KV. Elsewhere they may still be seen for as long as KV lags: 60 s. */
export async function forgetSessions(
  { SESSIONS }: Pick<Bindings, 'SESSIONS'>,
  ids: readonly string[],
): Promise<void> {
  const deletions = await Promise.allSettled(ids.map((id) => SESSIONS.delete(key(id))));
  for (const deletion of deletions) {
    if (deletion.status === 'rejected') {
      log('warn', { doing: 'deleting a session from KV', cause: describeFailure(deletion.reason) });
    }
  }
}
