import type { ObjectStore } from '../../core/storage/object-store.ts';
import { longestSignIn, reusedLifetime } from '../shared/service-lifetimes.ts';
import type { OwnerApproval, RegistrationRow } from './phone-tables.ts';

/** The owner of a number, or since when it has none. Writes need the tables (phone-tables.ts). `at` is in seconds since 1970. */
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
    const query = 'SELECT plid, owner, since, network, reused FROM registration';
    return this.#sql.exec<RegistrationRow>(query).toArray()[0];
  }

  /** A new registration, in place of any other; the first one makes the tables. @returns its plid. */
  make({ owner, network }: OwnerApproval, at: number): string {
    const plid = crypto.randomUUID();
    this.#sql.exec(
      `INSERT INTO registration (id, plid, owner, since, network) VALUES (1, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
       SET plid = excluded.plid, owner = excluded.owner, since = excluded.since, network = excluded.network, reused = NULL`,
      ...[plid, owner ?? null, at, network ?? null],
    );
    return plid;
  }

  /** The same owner has approved again: adds their pseudonym where it was unknown, and the network that they are on now. */
  keep({ owner, network }: OwnerApproval): void {
    const current = this.read();
    const kept = [current?.owner ?? owner ?? null, network ?? null] as const;
    if (kept[0] !== current?.owner || kept[1] !== current?.network)
      this.#sql.exec('UPDATE registration SET owner = ?, network = ?', ...kept);
  }

  /** A copy of a cookie of this owner's automatic login was noticed. */
  noteReuse(plid: string, at: number): void {
    if (this.#store.exists()) this.#sql.exec('UPDATE registration SET reused = ? WHERE plid = ?', at, plid);
  }

  /** Whether that was of late. */
  isReused(at: number): boolean {
    const reused = this.read()?.reused ?? undefined;
    return reused !== undefined && at < reused + reusedLifetime;
  }

  /** Ends the registration. Its time stays for as long as an earlier sign-in may be under way. */
  end(plid: string, at: number): void {
    const statement =
      'UPDATE registration SET plid = NULL, owner = NULL, network = NULL, reused = NULL, since = ? WHERE plid = ?';
    this.#sql.exec(statement, at, plid);
    this.#store.wakeBy(at + longestSignIn, at);
  }

  /** Notes the end of a registration that never was, as of now. */
  endUnmade(at: number): void {
    this.#sql.exec('INSERT INTO registration (id, since) VALUES (1, ?) ON CONFLICT (id) DO NOTHING', at);
    this.#store.wakeBy(at + longestSignIn, at);
  }

  /** Deletes what no sign-in asks for any more. */
  deleteExpired(at: number): void {
    this.#sql.exec('DELETE FROM registration WHERE plid IS NULL AND since <= ?', at - longestSignIn);
  }
}
