import { utf8 } from '../../core/crypto/bytes.ts';
import { type KeyRing, keyRing } from '../../core/crypto/keys.ts';
import { fromKv } from '../../core/storage/outages.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { describeFailure, log } from '../../core/worker/log.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { cachedSession, type Session } from '../shared/gateway-values.ts';
import { type UserObjectEnv, userOf } from '../shared/object-stubs.ts';
import type { PresentedSession } from './session-token.ts';

type CacheEnv = Pick<Bindings, 'SESSIONS' | 'SESSION_CACHE_LIFETIME' | 'STALE_SESSION_LIFETIME'>;
type CacheContext<Env = CacheEnv> = Pick<Context<Env>, 'env' | 'now'>;

const key = (id: string) => `session:${id}`;

/** Only the holder of the secret can read KV's copy of the session: a dump of KV is noise. */
const keysOf = (secret: string): KeyRing => keyRing(new Map([['secret', utf8(secret)]]));

/** KV's copy of a session, and how old it is in seconds. Undefined for a miss, which does not mean that the session has ended. */
export async function readCachedSession(
  { env, now }: CacheContext,
  { id, secret }: PresentedSession,
): Promise<{ session: Session; age: number } | undefined> {
  const read = fromKv('reading a session from KV', env.SESSIONS.get(key(id)));
  const sealed = await read.catch((failure: unknown) => {
    log('warn', { doing: 'reading a session from KV', cause: describeFailure(failure) });
    return null;
  });
  const opened = sealed === null ? undefined : await cachedSession.open(keysOf(secret), sealed, now);
  if (opened === undefined || opened.expires <= now) return undefined;
  const { cached, ...session } = opened;
  return { session, age: now - cached };
}

/**
 * Keeps a copy of a session in KV. The User object is asked once more afterwards: a log-out that came between reading
 * and writing must not be undone, or KV would show a session that has ended for longer than its lag.
 */
export async function cacheSession(
  { env, now }: CacheContext<CacheEnv & UserObjectEnv>,
  { id, secret, plid }: PresentedSession,
  session: Session,
): Promise<void> {
  try {
    const sealed = await cachedSession.seal(keysOf(secret), { ...session, cached: now });
    const useful = Math.max(env.SESSION_CACHE_LIFETIME, env.STALE_SESSION_LIFETIME);
    const expirationTtl = Math.max(60, Math.min(useful, session.expires - now));
    await env.SESSIONS.put(key(id), sealed, { expirationTtl });
    if ((await userOf(env, plid).session(id, now)) === undefined) await env.SESSIONS.delete(key(id));
  } catch (failure) {
    log('warn', { doing: 'keeping a session in KV', cause: describeFailure(failure) });
  }
}

/** Takes sessions out of KV. Elsewhere they may still be seen for as long as KV lags: 60 s. */
export async function deleteCachedSessions(
  { SESSIONS }: Pick<Bindings, 'SESSIONS'>,
  ids: readonly string[],
): Promise<void> {
  const deletions = await Promise.allSettled(
    ids.map((id) => fromKv('deleting a session from KV', SESSIONS.delete(key(id)))),
  );
  for (const deletion of deletions) {
    if (deletion.status === 'rejected') {
      log('warn', { doing: 'deleting a session from KV', cause: describeFailure(deletion.reason) });
    }
  }
}
