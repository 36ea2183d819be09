import type { Session } from '../../../packages/plid/gateway/session.ts';
import { utf8 } from '../../core/crypto/bytes.ts';
import { type KeyRing, keyRing } from '../../core/crypto/keys.ts';
import { Memo } from '../../core/crypto/memo.ts';
import { callKv } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { type UserObjectEnv, userOf } from '../objects/gateway-objects.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import { cachedSession } from '../settings/gateway-sealed-types.ts';
import { readWithShortTimeout } from './kv-circuit-breaker.ts';
import { logKvFailure, missIfKvFails } from './log-kv-failure.ts';
import type { PresentedSession } from './session-token.ts';

type CacheEnv = Pick<Bindings, 'SESSIONS' | 'SESSION_CACHE_LIFETIME' | 'STALE_SESSION_LIFETIME'>;
type CacheContext<Env = CacheEnv> = Pick<Context<Env>, 'env' | 'now' | 'log'>;

/** The KV key of a session's copy. @param id the session's id. */
const cacheKey = (id: string) => `session:${id}`;

/** The encryption keys of recent copies, by session secret. */
const copyKeys = new Memo<string, KeyRing>();

/**
 * Returns the encryption key for KV's copy of a session. Only the holder of the session's secret can decrypt the
 * copy. The key is memoized because deriving it takes longer than decrypting, and a page reads its session several
 * times within seconds.
 */
const keysOf = (secret: string): KeyRing =>
  copyKeys.once(secret, () => keyRing(new Map([['secret', utf8(secret)]])));

/** KV's copy of a session, with its age in seconds. */
export interface CachedSession {
  session: Session;
  age: number;
}

/**
 * Reads KV's copy of a session.
 * @returns undefined if there is no copy. That doesn't mean that the session has ended.
 */
export async function readCachedSession(
  { env, now, log }: CacheContext,
  { id, secret }: PresentedSession,
): Promise<CachedSession | undefined> {
  const operation = 'reading a session from KV';
  const read = readWithShortTimeout(operation, env.SESSIONS.get(cacheKey(id)));
  const sealed = await missIfKvFails(log, operation, read);
  const opened = sealed === null ? undefined : await cachedSession.open(keysOf(secret), sealed, now);
  if (opened === undefined || opened.expires <= now) return undefined;
  const { cached, ...session } = opened;
  return { session, age: now - cached };
}

/** Encrypts a copy of a session for KV. @param now in seconds since 1970. */
const encryptCopy = (secret: string, session: Session, now: number): Promise<string> =>
  cachedSession.seal(keysOf(secret), { ...session, cached: now });

/**
 * Stores a copy of a session in KV. Afterwards, the User object is read again, because the user may have signed
 * out between the first read and the write. Without the second read, KV would return an ended session for longer
 * than KV's propagation delay.
 */
export async function cacheSession(
  { env, now, log }: CacheContext<CacheEnv & UserObjectEnv>,
  { id, secret, plid }: PresentedSession,
  session: Session,
): Promise<void> {
  try {
    const sealed = await encryptCopy(secret, session, now);
    const useful = Math.max(env.SESSION_CACHE_LIFETIME, env.STALE_SESSION_LIFETIME);
    const expirationTtl = Math.max(60, Math.min(useful, session.expires - now));
    await env.SESSIONS.put(cacheKey(id), sealed, { expirationTtl });
    if ((await userOf(env, plid).session(id, now)) === undefined) await env.SESSIONS.delete(cacheKey(id));
  } catch (failure) {
    logKvFailure(log, 'keeping a session in KV', failure);
  }
}

/** Deletes sessions from KV. Other locations may return them for up to 60 s. */
export async function deleteCachedSessions(
  { env: { SESSIONS }, log }: Pick<CacheContext<Pick<Bindings, 'SESSIONS'>>, 'env' | 'log'>,
  ids: readonly string[],
): Promise<void> {
  const deletions = await Promise.allSettled(
    ids.map((id) => callKv('deleting a session from KV', SESSIONS.delete(cacheKey(id)))),
  );
  for (const deletion of deletions) {
    if (deletion.status === 'rejected') logKvFailure(log, 'deleting a session from KV', deletion.reason);
  }
}
