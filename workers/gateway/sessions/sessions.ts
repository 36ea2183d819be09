import { ProtocolError } from '../../core/protocol/errors.ts';
import { fromObject } from '../../core/storage/outages.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { describeFailure, log } from '../../core/worker/log.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { gatewayRefusals } from '../shared/gateway-refusals.ts';
import type { Session } from '../shared/gateway-values.ts';
import { type UserObjectEnv, userOf } from '../shared/object-stubs.ts';
import { cacheSession, deleteCachedSessions, readCachedSession } from './session-cache.ts';
import { type PresentedSession, presentedSession } from './session-token.ts';
import { openIdentity } from './users.ts';

export type SessionsEnv = UserObjectEnv &
  Pick<Bindings, 'KEYS' | 'SESSIONS' | 'SESSION_CACHE_LIFETIME' | 'STALE_SESSION_LIFETIME'>;
type SessionsContext = Pick<Context<SessionsEnv>, 'env' | 'now' | 'waitUntil'>;

/**
 * A session, if it is live. Usually this is one read of KV near the user. The User object is the source of truth: it is asked
 * again in the background before KV's copy becomes stale. Nothing is written per request.
 * @throws {ProtocolError} `unavailable` where the object fails and KV has no copy that is young enough.
 */
export async function readSession(
  context: SessionsContext,
  presented: PresentedSession,
): Promise<Session | undefined> {
  const { SESSION_CACHE_LIFETIME: fresh, STALE_SESSION_LIFETIME: stale } = context.env;
  const cached = await readCachedSession(context, presented);
  if (cached === undefined) return refreshSession(context, presented);
  const { session, age } = cached;
  if (age < fresh) {
    if (age > fresh / 2) context.waitUntil(refreshSession(context, presented).catch(() => undefined));
    return session;
  }
  return refreshSession(context, presented).catch((failure: unknown) => {
    if (age >= stale) throw failure;
    log('warn', { doing: 'using a stale copy of a session', cause: describeFailure(failure) });
    return { ...session, stale: true };
  });
}

/** KV's copy of an ended session is deleted at once: an earlier deletion may have failed. */
async function refreshSession(context: SessionsContext, presented: PresentedSession) {
  const session = await readStoredSession(context, presented);
  context.waitUntil(
    session === undefined
      ? deleteCachedSessions(context.env, [presented.id])
      : cacheSession(context, presented, session),
  );
  return session;
}

/** A live session as the User object has it. @throws {ProtocolError} `unavailable`. */
export async function readStoredSession(
  { env, now }: Pick<Context<UserObjectEnv & Pick<Bindings, 'KEYS'>>, 'env' | 'now'>,
  { plid, id }: Pick<PresentedSession, 'plid' | 'id'>,
): Promise<Session | undefined> {
  const stored = await fromObject('reading a session', userOf(env, plid).session(id, now));
  if (stored === undefined) return undefined;
  const { autoLoginYn, autoStatusCheck, created, expires } = stored;
  const identity = await openIdentity(env.KEYS, stored.identity);
  return { user: { plid, ...identity, autoLoginYn, autoStatusCheck }, created, expires };
}

/**
 * The live session that a request presents, as the User object has it: for whatever must be exact, whether KV lags or not.
 * @throws {ProtocolError} `unavailable`.
 */
export async function presentedLiveSession({
  request,
  env,
  now,
}: Pick<Context<UserObjectEnv & Pick<Bindings, 'KEYS'>>, 'request' | 'env' | 'now'>) {
  const presented = await presentedSession(request, env.KEYS, now);
  if (presented === undefined) return undefined;
  const live = await fromObject('reading a session', userOf(env, presented.plid).session(presented.id, now));
  return live === undefined ? undefined : presented;
}

/** What names a session to its user: enough of its id to find it among their own, and of no use anywhere else. */
export const handleOf = (id: string): string => id.slice(0, handleLength);
export const handleLength = 16;

/** The refusal of a request that presents no live session: 401 with a challenge (RFC 6750 §3). */
export const noSession = () =>
  new ProtocolError(gatewayRefusals.no_session, { headers: { 'WWW-Authenticate': 'Bearer' } });
