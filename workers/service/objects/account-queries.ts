import type { ObjectStore } from '../../core/storage/object-store.ts';
import {
  accessTokenLifetime,
  automaticLoginLifetime,
  codeLifetime,
  maxSignInCookieLifetime,
} from '../settings/service-lifetimes.ts';
import {
  type GrantRequest,
  type GrantResult,
  type GrantRow,
  grantColumns,
  type ReadableGrantRow,
} from './account-tables.ts';
import type { Generation } from './device-cookie-rotation.ts';

/** The stored values of a device cookie, and the start and end of its automatic login, in seconds since 1970. */
type StoredGeneration = Generation & { started: number; expires: number };

/** A grant whose code has not been redeemed yet. */
export type NewGrant = Pick<GrantRow, 'id' | 'client_id' | 'identity' | 'auto_login' | 'auto_status'>;

/**
 * Queries for an account's grants and for its devices with automatic login. If there are no tables, reads find
 * nothing. Writes require the tables (account-tables.ts). `at` is in seconds since 1970.
 */
export class AccountQueries {
  readonly #sql: SqlStorage;
  readonly #store: ObjectStore;

  constructor({ sql }: DurableObjectStorage, store: ObjectStore) {
    this.#sql = sql;
    this.#store = store;
  }

  grant(id: string): GrantRow | undefined {
    if (!this.#store.exists()) return undefined;
    return this.#sql.exec<GrantRow>(`SELECT ${grantColumns} FROM grants WHERE id = ?`, id).toArray()[0];
  }

  /** Returns the grant of an access token, or undefined if the token is no longer valid. */
  readableGrant(id: string, client_id: string, at: number): ReadableGrantRow | undefined {
    if (!this.#store.exists()) return undefined;
    const query = `SELECT identity, auto_login, auto_status, expires, attributes AS agreed
       FROM grants LEFT JOIN consents USING (client_id)
       WHERE id = ? AND client_id = ? AND redeemed AND NOT ended AND expires > ?`;
    return this.#sql.exec<ReadableGrantRow>(query, id, client_id, at).toArray()[0];
  }

  /** @param at when the code is issued at the latest. */
  insertGrant({ id, client_id, identity, auto_login, auto_status }: NewGrant, at: number): void {
    this.#sql.exec(
      'INSERT INTO grants (id, client_id, identity, auto_login, auto_status, expires) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      client_id,
      identity,
      auto_login,
      auto_status,
      at + codeLifetime,
    );
  }

  /**
   * Marks a grant's code as redeemed, unless it was redeemed before.
   * @returns undefined if this call didn't redeem the code, otherwise whether its token can read an identity.
   */
  redeemGrant(id: string, client_id: string, at: number): { hasIdentity: boolean } | undefined {
    const query = `UPDATE grants SET redeemed = 1, expires = ?
       WHERE id = ? AND client_id = ? AND NOT redeemed AND NOT ended AND expires > ?
       RETURNING identity IS NOT NULL AS hasIdentity`;
    const values = [at + accessTokenLifetime, id, client_id, at];
    const [redeemed] = this.#sql.exec<{ hasIdentity: number }>(query, ...values).toArray();
    return redeemed && { hasIdentity: redeemed.hasIdentity === 1 };
  }

  /** Ends a grant whose code was used twice. @returns whether there was such a grant. */
  endReplayedGrant(id: string, client_id: string): boolean {
    return this.#changes(
      'UPDATE grants SET ended = 1, identity = NULL WHERE id = ? AND client_id = ? AND redeemed AND NOT ended',
      id,
      client_id,
    );
  }

  /**
   * Ends a grant. Its identity is deleted at once, but its row stays until it expires, so that a replay is still
   * recognized.
   */
  endGrant(id: string): void {
    this.#sql.exec('UPDATE grants SET ended = 1, identity = NULL WHERE id = ?', id);
  }

  /** Ends every grant of an application. */
  endGrantsOf(client_id: string): void {
    this.#sql.exec('UPDATE grants SET ended = 1, identity = NULL WHERE client_id = ?', client_id);
  }

  /** Returns a device's active automatic login for an application, if there is one. */
  device(client_id: string, device: string, at: number): StoredGeneration | undefined {
    if (!this.#store.exists()) return undefined;
    const query = `SELECT generation, previous, renewed, started, expires FROM devices
       WHERE id = ? AND client_id = ? AND expires > ?`;
    return this.#sql.exec<StoredGeneration>(query, device, client_id, at).toArray()[0];
  }

  renewDevice(device: string, { generation, previous, renewed }: Generation): void {
    const statement = 'UPDATE devices SET generation = ?, previous = ?, renewed = ? WHERE id = ?';
    this.#sql.exec(statement, generation, previous, renewed, device);
  }

  /** Deletes a device. @returns whether the device's automatic login was on. */
  deleteDevice(client_id: string, device: string, at: number): boolean {
    const query = 'DELETE FROM devices WHERE id = ? AND client_id = ? RETURNING expires';
    const [deleted] = this.#sql.exec<{ expires: number }>(query, device, client_id).toArray();
    return deleted !== undefined && deleted.expires > at;
  }

  insertDevice({ id, client_id, agent }: GrantRequest, at: number): void {
    this.#sql.exec(
      'INSERT INTO devices (id, client_id, started, expires, agent) VALUES (?, ?, ?, ?, ?)',
      id,
      client_id,
      at,
      at + automaticLoginLifetime,
      agent,
    );
  }

  /**
   * Ends one automatic login.
   * @returns a list with the client_id of its application, or an empty list if there was no such automatic login.
   */
  endDevice(id: string): string[] {
    const query = 'DELETE FROM devices WHERE id = ? RETURNING client_id';
    const deleted = this.#sql.exec<{ client_id: string }>(query, id).toArray();
    return deleted.map(({ client_id }) => client_id);
  }

  /** Ends automatic login for an application on every device. @returns whether it was on for any device. */
  endDevicesOf(client_id: string): boolean {
    return this.#changes('DELETE FROM devices WHERE client_id = ?', client_id);
  }

  /** Deletes expired rows. A grant stays at least until every copy of its sign-in's cookie has expired. */
  deleteExpired(at: number): void {
    this.#sql.exec('DELETE FROM grants WHERE expires <= ?', at - maxSignInCookieLifetime);
    this.#sql.exec('DELETE FROM devices WHERE expires <= ?', at);
  }

  /** Returns when the next row expires, or Infinity. A grant expires together with the last copy of its sign-in's cookie. */
  nextDue(): number {
    if (!this.#store.exists()) return Infinity;
    const [row] = this.#sql.exec<{ next: number | null }>(
      `SELECT min(due) AS next FROM (
         SELECT expires + ? AS due FROM grants UNION ALL SELECT expires FROM devices
       )`,
      maxSignInCookieLifetime,
    );
    return row?.next ?? Infinity;
  }

  /** Runs a statement. @returns whether it changed a row. */
  #changes(statement: string, ...values: SqlStorageValue[]): boolean {
    return this.#sql.exec(statement, ...values).rowsWritten > 0;
  }
}

/** Whether the code of a grant may be issued again: it's valid and not redeemed. */
export const isOpen = ({ redeemed, ended, expires }: GrantRow, at: number): boolean =>
  !redeemed && !ended && expires > at;

/** Whether a grant has no identity, because it isn't the first one of an automatic login (§2.1 mode 2). */
export const isWithoutIdentity = ({ auto_login, auto_status }: GrantRow): boolean =>
  auto_login === 'Y' && auto_status === 'N';

/**
 * Returns the result for a sign-in form that was sent twice. The second form gets the same code if the code is
 * still valid and not redeemed. If another approval method was granted first, its code is the only one.
 */
export function repeatedGrant(grant: GrantRow, at: number): GrantResult {
  if (isWithoutIdentity(grant) || !isOpen(grant, at)) return { outcome: 'spent' };
  return { outcome: 'granted', automatic: grant.auto_login === 'Y' };
}
