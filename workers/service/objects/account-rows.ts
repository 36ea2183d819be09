import { openTables } from '../../core/storage/schema.ts';
import {
  accessTokenLifetime,
  automaticLoginLifetime,
  codeLifetime,
  signInLifetime,
} from '../shared/service-lifetimes.ts';
import { accountMigrations, type GrantRequest, type GrantRow, grantColumns } from './account-tables.ts';

/** A grant whose code has not been redeemed yet. */
export type NewGrant = Pick<GrantRow, 'id' | 'client_id' | 'identity' | 'auto_login' | 'auto_status'>;

/**
 * The grants of an account, and the devices that log in automatically. A grant or a device that is looked for where the account has
 * no tables is not there; what changes rows needs the tables (account-tables.ts). `at` is in seconds since 1970.
 */
export class AccountRows {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
  }

  grant(id: string): GrantRow | undefined {
    if (!this.#exist()) return undefined;
    return this.#sql.exec<GrantRow>(`SELECT ${grantColumns} FROM grants WHERE id = ?`, id).toArray()[0];
  }

  /** The grant behind an access token, while the token is good. */
  readableGrant(id: string, client_id: string, at: number): GrantRow | undefined {
    const grant = this.grant(id);
    return grant?.redeemed && !grant.ended && grant.expires > at && grant.client_id === client_id
      ? grant
      : undefined;
  }

  insertGrant({ id, client_id, identity, auto_login, auto_status }: NewGrant, at: number): void {
    this.#sql.exec(
      'INSERT INTO grants (id, client_id, identity, auto_login, auto_status, expires) VALUES (?, ?, ?, ?, ?, ?)',
      ...[id, client_id, identity, auto_login, auto_status, at + codeLifetime],
    );
  }

  /** The code of a grant was exchanged for its access token. */
  redeemGrant(id: string, at: number): void {
    this.#sql.exec('UPDATE grants SET redeemed = 1, expires = ? WHERE id = ?', at + accessTokenLifetime, id);
  }

  /** The identity goes at once; the row stays until it expires, so that a replay is still recognised as one. */
  endGrant(id: string): void {
    this.#sql.exec('UPDATE grants SET ended = 1, identity = NULL WHERE id = ?', id);
  }

  /** Ends every grant of an application. */
  endGrantsOf(client_id: string): void {
    this.#sql.exec('UPDATE grants SET ended = 1, identity = NULL WHERE client_id = ?', client_id);
  }

  /** Whether a device logs in automatically. */
  hasDevice(client_id: string, device: string | undefined, at: number): boolean {
    if (device === undefined || !this.#exist()) return false;
    const query = 'SELECT 1 FROM devices WHERE id = ? AND client_id = ? AND expires > ?';
    return this.#sql.exec(query, device, client_id, at).toArray().length > 0;
  }

  deleteDevice(client_id: string, device: string | undefined): void {
    this.#sql.exec('DELETE FROM devices WHERE id = ? AND client_id = ?', device ?? null, client_id);
  }

  insertDevice({ id, client_id, agent }: GrantRequest, at: number): void {
    this.#sql.exec(
      'INSERT INTO devices (id, client_id, started, expires, agent) VALUES (?, ?, ?, ?, ?)',
      ...[id, client_id, at, at + automaticLoginLifetime, agent ?? null],
    );
  }

  /** Ends one automatic login. @returns the client_id of its application, where there was one. */
  endDevice(id: string): string[] {
    const query = 'DELETE FROM devices WHERE id = ? RETURNING client_id';
    const deleted = this.#sql.exec<{ client_id: string }>(query, id).toArray();
    return deleted.map(({ client_id }) => client_id);
  }

  /** Ends automatic login at an application, on every device. @returns whether there was any. */
  endDevicesOf(client_id: string): boolean {
    const deleted = this.#sql.exec('DELETE FROM devices WHERE client_id = ? RETURNING id', client_id);
    return deleted.toArray().length > 0;
  }

  /** Deletes what has expired: a grant no sooner than every copy of the cookie of its sign-in. */
  deleteExpired(at: number): void {
    this.#sql.exec('DELETE FROM grants WHERE expires <= ?', at - signInLifetime);
    this.#sql.exec('DELETE FROM devices WHERE expires <= ?', at);
  }

  /** When a row has to be looked at: of the grants, once no copy of the cookie of its sign-in is left. */
  nextDue(): number | undefined {
    if (!this.#exist()) return undefined;
    const [row] = this.#sql.exec<{ next: number | null }>(
      `SELECT min(due) AS next FROM (
         SELECT expires + ? AS due FROM grants UNION ALL SELECT expires FROM devices UNION ALL SELECT due FROM events
       )`,
      signInLifetime,
    );
    return row?.next ?? undefined;
  }

  /** A plid that was never issued has no tables, and reading it creates none. */
  #exist(): boolean {
    return openTables(this.#storage, accountMigrations);
  }
}
