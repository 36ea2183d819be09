import { orUnavailable, type Reason } from '../core/errors.ts';
import type { AutomaticLoginFlags, YesNo } from '../core/user-record.ts';

/** D1's table `sessions` (migrations/0001): the truth about every sign-in and session. Times in seconds since 1970. */
export interface SessionRow {
  id: string;
  status: 'pending' | 'active' | 'ended' | 'failed' | 'proxied';
  plid: string | null;
  autoLoginYn: YesNo | null;
  autoStatusCheck: YesNo | null;
  failure: Reason | null;
  agent: string;
  created: number;
  expires: number;
}

export interface Claim {
  id: string;
  status: 'pending' | 'proxied';
  agent: string;
  created: number;
  expires: number;
}

/**
 * Claims a sign-in: of all callbacks of one flow, wherever they arrive, one is told true, and it alone may spend the code.
 * @throws {ProtocolError} `unavailable`.
 */
export async function claimSignIn(database: D1Database, claim: Claim): Promise<boolean> {
  const insert = database
    .prepare(
      'INSERT INTO sessions (id, status, agent, created, expires) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
    )
    .bind(claim.id, claim.status, claim.agent, claim.created, claim.expires);
  const { meta } = await orUnavailable('claiming a sign-in in D1', insert.run());
  return meta.changes === 1;
}

/** @throws {ProtocolError} `unavailable`. */
export async function findSession(database: D1Database, id: string): Promise<SessionRow | undefined> {
  const select = database.prepare('SELECT * FROM sessions WHERE id = ?').bind(id);
  return (await orUnavailable('reading a session from D1', select.first<SessionRow>())) ?? undefined;
}

/** A user's live sessions, the latest first. @throws {ProtocolError} `unavailable`. */
export async function sessionsOf(database: D1Database, plid: string, now: number): Promise<SessionRow[]> {
  const select = database
    .prepare(
      "SELECT * FROM sessions WHERE plid = ? AND status = 'active' AND expires > ? ORDER BY created DESC",
    )
    .bind(plid, now);
  return (await orUnavailable('reading sessions from D1', select.all<SessionRow>())).results;
}

/** To be run in a batch with what is remembered of the user. */
export function activation(
  database: D1Database,
  id: string,
  plid: string,
  { autoLoginYn, autoStatusCheck }: AutomaticLoginFlags,
): D1PreparedStatement {
  return database
    .prepare(
      "UPDATE sessions SET status = 'active', plid = ?, autoLoginYn = ?, autoStatusCheck = ? WHERE id = ? AND status = 'pending'",
    )
    .bind(plid, autoLoginYn, autoStatusCheck, id);
}

/** The sign-in came to nothing; later callbacks of its flow are told the same. */
export async function failSignIn(database: D1Database, id: string, reason: Reason): Promise<void> {
  const update = "UPDATE sessions SET status = 'failed', failure = ? WHERE id = ? AND status = 'pending'";
  await database.prepare(update).bind(reason, id).run();
}

/** Statements that end sessions; a row stays until it expires, so that no callback can bring its session back. */
export function endings(database: D1Database, ids: readonly string[]): D1PreparedStatement[] {
  const update = database.prepare("UPDATE sessions SET status = 'ended' WHERE id = ? AND status = 'active'");
  return ids.map((id) => update.bind(id));
}

/** Ends all sessions of a user, those that no list holds yet as well. */
export const endingOfAll = (database: D1Database, plid: string): D1PreparedStatement =>
  database.prepare("UPDATE sessions SET status = 'ended' WHERE plid = ? AND status = 'active'").bind(plid);

/** Deletes some of what has expired: each sign-in sweeps up after a few others, so that nothing piles up. */
export const sweep = (database: D1Database, now: number): D1PreparedStatement =>
  database
    .prepare('DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires <= ? LIMIT 50)')
    .bind(now);
