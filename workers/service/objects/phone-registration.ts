import type { ObjectStore } from '../../core/storage/object-store.ts';
import { signInLifetime } from '../shared/service-lifetimes.ts';
import type { RegistrationRow } from './phone-tables.ts';

/** Whose a number is, or since when nobody's. What changes the row needs the tables (phone-tables.ts). `at` is in seconds since 1970. */
export class PhoneRegistration {
  readonly #sql: SqlStorage;
  readonly #store: ObjectStore;

  constructor({ sql }: DurableObjectStorage, store: ObjectStore) {
    this.#sql = sql;
    this.#store = store;
  }

  /** Undefined where the number had no owner since a sign-in that may be under way began. */
  read(): RegistrationRow | undefined {
    if (!this.#store.exists()) return undefined;
    const query = 'SELECT plid, owner, since FROM registration';
    return this.#sql.exec<RegistrationRow>(query).toArray()[0];
  }

  /** A new registration, in place of any other; the first one makes the tables. @returns its plid. */
  make(owner: string | undefined, at: number): string {
    const plid = crypto.randomUUID();
    this.#sql.exec(
      `INSERT INTO registration (id, plid, owner, since) VALUES (1, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET plid = excluded.plid, owner = excluded.owner, since = excluded.since`,
      ...[plid, owner ?? null, at],
    );
    return plid;
  }

  /** The owner's pseudonym is known from now on. */
  setOwner(owner: string): void {
    this.#sql.exec('UPDATE registration SET owner = ?', owner);
  }

  /** The registration has ended; when stays for as long as a sign-in of before may be under way. */
  end(plid: string, at: number): void {
    const statement = 'UPDATE registration SET plid = NULL, owner = NULL, since = ? WHERE plid = ?';
    this.#sql.exec(statement, at, plid);
    this.#store.wakeBy(at + signInLifetime, at);
  }

  /** Where there never was one, it ends now. */
  endUnmade(at: number): void {
    this.#sql.exec('INSERT INTO registration (id, since) VALUES (1, ?) ON CONFLICT (id) DO NOTHING', at);
    this.#store.wakeBy(at + signInLifetime, at);
  }

  /** Deletes what no sign-in asks for any more. */
  deleteExpired(at: number): void {
    this.#sql.exec('DELETE FROM registration WHERE plid IS NULL AND since <= ?', at - signInLifetime);
  }
}
