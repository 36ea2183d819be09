import type { LoginFacts } from '../../../packages/plid/protocol/login-facts.ts';
import type { ObjectStore } from '../../core/storage/object-store.ts';
import { seenInterval } from '../shared/gateway-lifetimes.ts';
import { encodeAttributeNames, type IdentityChange } from './identity-change.ts';
import {
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
    const named = attributes && identity !== undefined && encodeAttributeNames(revision, attributes);
    this.#sql.exec(
      `INSERT INTO user (one, ${userColumns}) VALUES (1, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (one) DO UPDATE SET
         identity = excluded.identity, owner = excluded.owner, revision = excluded.revision, seen = excluded.seen,
         full_sign_in_after = excluded.full_sign_in_after, began = excluded.began, attributes = excluded.attributes`,
      ...[identity ?? user?.identity ?? '', owner ?? user?.owner ?? null, revision, at, after],
      ...[automatic ? (user?.began ?? began) : began, named || (user?.attributes ?? null)],
    );
  }

  /** Stores the same identity after it was encrypted with another key. */
  storeReencrypted(identity: string): void {
    this.#sql.exec('UPDATE user SET identity = ?', identity);
  }

  insertSession(session: StoredSession, began: number): void {
    const { id, agent, autoLoginYn, autoStatusCheck, created, expires, login } = session;
    this.#sql.exec(
      `INSERT INTO sessions (${sessionColumns}, began) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, agent, autoLoginYn, autoStatusCheck, created, expires],
      ...[login === undefined ? null : JSON.stringify(login), began],
    );
  }

  /**
   * Deletes the sessions that match a condition. @param which the condition, in SQL.
   * @returns the deleted sessions.
   */
  endSessions(which: string, ...values: SqlStorageValue[]): EndedSession[] {
    const query = `DELETE FROM sessions WHERE ${which} RETURNING id, expires`;
    return this.#sql.exec<EndedSession>(query, ...values).toArray();
  }
}

const readRow = ({ login, ...session }: SessionRow): StoredSession => ({
  ...session,
  ...(login !== null && { login: JSON.parse(login) as LoginFacts }),
});

export type EndedSession = Pick<SessionRow, 'id' | 'expires'>;
