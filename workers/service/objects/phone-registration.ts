import type { ObjectStore } from '../../core/storage/object-store.ts';
import { cookieReuseMarkLifetime, maxSignInCookieLifetime } from '../settings/service-lifetimes.ts';
import type { OwnerApproval, RegistrationRow } from './phone-tables.ts';

/**
 * The owner of a number. If the number has no owner, the time at which the last owner's registration ended. Writes
 * require the tables (phone-tables.ts). `at` is in seconds since 1970.
 */
export class PhoneRegistration {
  readonly #sql: SqlStorage;
  readonly #store: ObjectStore;

  constructor({ sql }: DurableObjectStorage, store: ObjectStore) {
    this.#sql = sql;
    this.#store = store;
  }

  /**
   * Returns the registration, or undefined if the number has had no owner for longer than any sign-in in progress
   * can last.
   */
  read(): RegistrationRow | undefined {
    if (!this.#store.exists()) return undefined;
    const query = 'SELECT plid, owner, since, carrier, reused FROM registration';
    return this.#sql.exec<RegistrationRow>(query).toArray()[0];
  }

  /**
   * Creates a registration, which replaces any previous one. The first registration creates the tables.
   * @returns the plid of the new registration.
   */
  make({ owner, carrier }: OwnerApproval, at: number): string {
    const plid = crypto.randomUUID();
    this.#sql.exec(
      `INSERT INTO registration (id, plid, owner, since, carrier) VALUES (1, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
       SET plid = excluded.plid, owner = excluded.owner, since = excluded.since, carrier = excluded.carrier, reused = NULL`,
      plid,
      owner ?? null,
      at,
      carrier,
    );
    return plid;
  }

  /**
   * Updates the registration after another approval by its owner. The update stores the current carrier and, if it
   * was unknown, the owner's pseudonym.
   */
  keep({ owner, carrier }: OwnerApproval): void {
    const current = this.read();
    const kept = [current?.owner ?? owner ?? null, carrier] as const;
    if (kept[0] !== current?.owner || kept[1] !== current?.carrier)
      this.#sql.exec('UPDATE registration SET owner = ?, carrier = ?', ...kept);
  }

  /** Records that a copied cookie of this owner's automatic login was used. */
  noteReuse(plid: string, at: number): void {
    if (this.#store.exists()) this.#sql.exec('UPDATE registration SET reused = ? WHERE plid = ?', at, plid);
  }

  /** Whether that happened recently. */
  isReused(at: number): boolean {
    const reused = this.read()?.reused ?? undefined;
    return reused !== undefined && at < reused + cookieReuseMarkLifetime;
  }

  /**
   * Ends the registration. The end time is stored as long as a sign-in that started before the end may be in
   * progress.
   */
  end(plid: string, at: number): void {
    const statement =
      'UPDATE registration SET plid = NULL, owner = NULL, carrier = NULL, reused = NULL, since = ? WHERE plid = ?';
    this.#sql.exec(statement, at, plid);
    this.#store.wakeBy(at + maxSignInCookieLifetime, at);
  }

  /**
   * Stores an end time for a number that has no stored registration, as if a registration had ended at that time.
   */
  endUnmade(at: number): void {
    this.#sql.exec('INSERT INTO registration (id, since) VALUES (1, ?) ON CONFLICT (id) DO NOTHING', at);
    this.#store.wakeBy(at + maxSignInCookieLifetime, at);
  }

  /** Deletes the end time of a registration after every sign-in that may need it has ended. */
  deleteExpired(at: number): void {
    this.#sql.exec(
      'DELETE FROM registration WHERE plid IS NULL AND since <= ?',
      at - maxSignInCookieLifetime,
    );
  }
}
