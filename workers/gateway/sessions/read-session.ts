import type { Session } from '../../../packages/plid/gateway/session.ts';
import { callObject } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { describeFailure } from '../../core/worker/log.ts';
import { type UserObjectEnv, userOf } from '../objects/gateway-objects.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import { decryptIdentity } from './decrypt-identity.ts';
import { isKvUnresponsive } from './kv-circuit-breaker.ts';
import {
  type CachedSession,
  cacheSession,
  deleteCachedSessions,
  readCachedSession,
} from './session-cache.ts';
import type { PresentedSession } from './session-token.ts';

export type SessionsEnv = UserObjectEnv &
  Pick<Bindings, 'KEYS' | 'SESSIONS' | 'SESSION_CACHE_LIFETIME' | 'STALE_SESSION_LIFETIME'>;
type SessionsContext = Pick<Context<SessionsEnv>, 'env' | 'now' | 'waitUntil' | 'log'>;

/**
 * Returns the session if it is live. Usually this takes one KV read near the user. The User object is the source of truth and is
 * read in the background before KV's copy becomes stale. Nothing is written per request.
 * @throws {ProtocolError} `unavailable` if the object fails and KV has no recent copy.
 */
export async function readSession(
  context: SessionsContext,
  presented: PresentedSession,
): Promise<Session | undefined> {
  const { SESSION_CACHE_LIFETIME: fresh } = context.env;
  const copy = isKvUnresponsive() ? undefined : await readCachedSession(context, presented);
  if (copy === undefined || copy.age >= fresh)
    return refreshSession(context, presented).catch((failure: unknown) =>
      readCopyAfterFailure(context, presented, copy, failure),
    );
  if (copy.age > fresh / 2) context.waitUntil(refreshSession(context, presented).catch(() => undefined));
  return copy.session;
}

/**
 * Reads KV's copy after the object has failed, even if KV timed out recently. @throws the object's failure if
 * there is no recent copy.
 */
async function readCopyAfterFailure(
  context: SessionsContext,
  presented: PresentedSession,
  earlierCopy: CachedSession | undefined,
  failure: unknown,
): Promise<Session> {
  const { SESSION_CACHE_LIFETIME: fresh, STALE_SESSION_LIFETIME: stale } = context.env;
  const copy = earlierCopy ?? (isKvUnresponsive() ? await readCachedSession(context, presented) : undefined);
  if (copy === undefined || copy.age >= Math.max(fresh, stale)) throw failure;
  if (copy.age < fresh) return copy.session;
  context.log('warn', { operation: 'using a stale copy of a session', cause: describeFailure(failure) });
  return { ...copy.session, stale: true };
}

/**
 * Reads the session from the User object and updates KV's copy. The copy of an ended session is deleted, because
 * an earlier deletion may have failed.
 */
async function refreshSession(context: SessionsContext, presented: PresentedSession) {
  const session = await readStoredSession(context, presented);
  context.waitUntil(
    session === undefined
      ? deleteCachedSessions(context, [presented.id])
      : cacheSession(context, presented, session),
  );
  return session;
}

/** Reads a live session from the User object. @throws {ProtocolError} `unavailable`. */
export async function readStoredSession(
  { env, now }: Pick<Context<UserObjectEnv & Pick<Bindings, 'KEYS'>>, 'env' | 'now'>,
  { plid, id }: Pick<PresentedSession, 'plid' | 'id'>,
): Promise<Session | undefined> {
  const stored = await callObject('reading a session', userOf(env, plid).session(id, now));
  if (stored === undefined) return undefined;
  const { autoLoginYn, autoStatusCheck, created, expires, login } = stored;
  const identity = await decryptIdentity(env.KEYS, stored.identity);
  const user = { plid, ...identity, autoLoginYn, autoStatusCheck };
  return { user, created, expires, ...(login && { login }) };
}
