import { randomBytes, toBase64url } from '../../core/crypto/bytes.ts';
import type { LoginFacts } from '../../core/protocol/login-facts.ts';
import type { ObjectStore } from '../../core/storage/object-store.ts';
import { seenInterval } from '../settings/gateway-lifetimes.ts';
import type { IdentityChange } from './identity-change.ts';
import {
  type PartySession,
  type SessionRow,
  type SignInRequest,
  type StoredSession,
  sessionColumns,
  type UserRow,
  userColumns,
} from './user-tables.ts';

/**
 * Queries for a user and their sessions. Reads return nothing before the tables exist, and writes need the tables
 * (user-tables.ts). `at` is in seconds since 1970.
 */
export class UserQueries {
  readonly #sql: SqlStorage;
  readonly #store: ObjectStore;

  constructor(sql: SqlStorage, store: ObjectStore) {
    this.#sql = sql;
    this.#store = store;
  }

  user(): UserRow | undefined {
    if (!this.#store.exists()) return undefined;
    return this.#sql.exec<UserRow>(`SELECT ${userColumns} FROM user`).toArray()[0];
  }

  session(id: string, at: number): StoredSession | undefined {
    if (!this.#store.exists()) return undefined;
    const select = `SELECT ${sessionColumns} FROM sessions WHERE id = ? AND expires > ?`;
    return this.#sql.exec<SessionRow>(select, id, at).toArray().map(readRow)[0];
  }

  sessions(at: number): StoredSession[] {
    const select = `SELECT ${sessionColumns} FROM sessions WHERE expires > ? ORDER BY created DESC, id`;
    return this.#sql.exec<SessionRow>(select, at).toArray().map(readRow);
  }

  storeUser(
    { automatic, began }: Pick<SignInRequest, 'automatic' | 'began'>,
    { identity, owner, attributes }: IdentityChange,
    at: number,
    user: UserRow | undefined,
  ): void {
    const isSame = identity === undefined && (owner ?? user?.owner) === user?.owner;
    if (automatic && user !== undefined && isSame && user.seen > at - seenInterval) return;
    const revision = (user?.revision ?? 0) + (identity === undefined ? 0 : 1);
    const after = automatic ? (user?.full_sign_in_after ?? null) : null;
    this.#sql.exec(
      `INSERT INTO user (one, ${userColumns}) VALUES (1, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (one) DO UPDATE SET
         identity = excluded.identity, owner = excluded.owner, revision = excluded.revision, seen = excluded.seen,
         full_sign_in_after = excluded.full_sign_in_after, began = excluded.began, attributes = excluded.attributes`,
      identity ?? user?.identity ?? '',
      owner ?? user?.owner ?? null,
      revision,
      at,
      after,
      automatic ? (user?.began ?? began) : began,
      identity === undefined ? (user?.attributes ?? '') : attributes.join(' '),
    );
  }

  /** Stores the same identity after it was encrypted with another key. */
  storeReencrypted(identity: string): void {
    this.#sql.exec('UPDATE user SET identity = ?', identity);
  }

  /** @param parties as stored with the session that this session replaces. */
  insertSession(session: StoredSession, began: number, parties: string | null): void {
    const { id, agent, autoLoginYn, autoStatusCheck, created, expires, login } = session;
    this.#sql.exec(
      `INSERT INTO sessions (${sessionColumns}, began, parties) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      agent,
      autoLoginYn,
      autoStatusCheck,
      created,
      expires,
      login === undefined ? null : JSON.stringify(login),
      began,
      parties,
    );
  }

  /** The relying parties of a session. */
  parties(session: string): PartySession[] {
    const query = 'SELECT parties FROM sessions WHERE id = ?';
    return partiesOf(this.#sql.exec<Pick<EndedSession, 'parties'>>(query, session).toArray()[0]);
  }

  /** Records that a relying party received an id_token in a session. @returns the session's id there. */
  addParty(session: string, party: Omit<PartySession, 'sid'>): string {
    const parties = this.parties(session);
    const known = parties.find(
      ({ client_id, issuer, subject }) =>
        client_id === party.client_id && issuer === party.issuer && subject === party.subject,
    );
    if (known !== undefined) return known.sid;
    const sid = toBase64url(randomBytes(16));
    const stored = JSON.stringify([...parties, { ...party, sid }]);
    this.#sql.exec('UPDATE sessions SET parties = ? WHERE id = ?', stored, session);
    return sid;
  }

  /**
   * Deletes the sessions that match a condition. @param which the condition, in SQL.
   * @returns the deleted sessions, including expired ones.
   */
  endSessions(which: string, ...values: SqlStorageValue[]): EndedSession[] {
    const query = `DELETE FROM sessions WHERE ${which} RETURNING id, expires, parties`;
    return this.#sql.exec<EndedSession>(query, ...values).toArray();
  }
}

const readRow = ({ login, ...session }: SessionRow): StoredSession => ({
  ...session,
  ...(login !== null && { login: JSON.parse(login) as LoginFacts }),
});

export type EndedSession = Pick<SessionRow, 'id' | 'expires'> & { parties: string | null };

/** The relying parties of a session, from its row. */
export const partiesOf = (row: Pick<EndedSession, 'parties'> | undefined): PartySession[] =>
  row?.parties == null ? [] : (JSON.parse(row.parties) as PartySession[]);
