import type { Context } from '../core/endpoint.ts';
import { orUnavailable, ProtocolError } from '../core/errors.ts';
import type { Bindings } from './bindings.ts';
import { cacheSession, forgetSessions, recallSession, type Session } from './session-cache.ts';
import { endingOfAll, endings, findSession, type SessionRow, sessionsOf } from './session-rows.ts';
import { readSessionSecret, sessionId } from './session-secret.ts';
import { openIdentity } from './users.ts';

export type SessionsEnv = Pick<Bindings, 'DATABASE' | 'KEYS' | 'SESSIONS' | 'SESSION_CACHE_LIFETIME'>;
type SessionsContext = Pick<Context<SessionsEnv>, 'env' | 'now' | 'waitUntil'>;

/**
 * The session of a secret, if it lives. Warm, this is one read of KV near the user; D1 stands behind it, and is asked
 * again, off the request's path, before KV keeps a session for longer. Nothing is written per request.
 * @throws {ProtocolError} `unavailable` where KV misses and D1 fails.
 */
export async function readSession(context: SessionsContext, secret: string): Promise<Session | undefined> {
  const id = await sessionId(secret);
  const known = await recallSession(context, id, secret);
  if (known === undefined) return refreshSession(context, id, secret);
  if (known.ageing) context.waitUntil(refreshSession(context, id, secret).catch(() => undefined));
  return known.session;
}

async function refreshSession(context: SessionsContext, id: string, secret: string) {
  const session = await loadSession(context, id);
  if (session !== undefined) context.waitUntil(cacheSession(context, id, secret, session));
  return session;
}

/** A live session as D1 has it. @throws {ProtocolError} `unavailable`. */
export async function loadSession({ env, now }: SessionsContext, id: string): Promise<Session | undefined> {
  const select = env.DATABASE.prepare(
    'SELECT sessions.*, users.identity FROM sessions JOIN users USING (plid) WHERE sessions.id = ?',
  ).bind(id);
  const row = await orUnavailable(
    'reading a session from D1',
    select.first<SessionRow & { identity: string }>(),
  );
  if (row === null || !isLive(row, now)) return undefined;
  const identity = await openIdentity(env.KEYS, row.identity);
  const flags = { autoLoginYn: row.autoLoginYn ?? 'N', autoStatusCheck: row.autoStatusCheck ?? 'N' } as const;
  return { user: { plid: row.plid, ...identity, ...flags }, created: row.created, expires: row.expires };
}

const isLive = (row: SessionRow, now: number): row is SessionRow & { plid: string } =>
  row.status === 'active' && row.plid !== null && row.expires > now;

/** What names a session to its user: enough of its id to find it among their own, and of no use anywhere else. */
export const handleOf = (id: string): string => id.slice(0, 16);

/** The live session that a request presents, as D1 has it: for whatever must be exact, whether KV lags or not. */
export async function presentedRow({
  request,
  env,
  now,
}: Pick<Context<Pick<Bindings, 'DATABASE'>>, 'request' | 'env' | 'now'>) {
  const secret = readSessionSecret(request);
  if (secret === undefined) return undefined;
  const row = await findSession(env.DATABASE, await sessionId(secret));
  return row !== undefined && isLive(row, now) ? row : undefined;
}

/** Ends sessions for good: D1 first, so that none comes back into KV. @throws {ProtocolError} `unavailable`. */
export async function endSessions(
  { env }: Pick<Context<Pick<Bindings, 'DATABASE' | 'SESSIONS'>>, 'env'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { DATABASE } = env;
  await orUnavailable('ending sessions in D1', DATABASE.batch(endings(DATABASE, ids)));
  await forgetSessions(env, ids);
}

/** Ends all sessions of a user, and with them whatever else is to happen in the same step. @throws {ProtocolError} `unavailable`. */
export async function endSessionsOf(
  { env, now }: Pick<Context<Pick<Bindings, 'DATABASE' | 'SESSIONS'>>, 'env' | 'now'>,
  plid: string,
  alongWith: readonly D1PreparedStatement[] = [],
): Promise<number> {
  const { DATABASE } = env;
  const rows = await sessionsOf(DATABASE, plid, now);
  const batch = DATABASE.batch([endingOfAll(DATABASE, plid), ...alongWith]);
  await orUnavailable('ending all sessions of a user in D1', batch);
  await forgetSessions(
    env,
    rows.map((row) => row.id),
  );
  return rows.length;
}

/** The refusal of a request that presents no live session: 401 with a challenge (RFC 6750 §3). */
export const noSession = () => new ProtocolError('no_session', { headers: { 'WWW-Authenticate': 'Bearer' } });
