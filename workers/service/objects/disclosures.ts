import { DurableObject } from 'cloudflare:workers';
import * as v from 'valibot';
import { ObjectStore } from '../../core/storage/object-store.ts';
import { type ClockBinding, now } from '../../core/worker/clock.ts';
import { pick, readSettings } from '../../core/worker/settings.ts';
import { disclosureSettings } from '../settings/disclosure-settings.ts';
import {
  type DisclosureRow,
  type DisclosuresState,
  type DisclosureWrite,
  disclosureMigrations,
  type RowName,
} from './disclosure-tables.ts';

const settings = v.object(pick(disclosureSettings, 'NOTICE_DAYS'));
const day = 86_400;
const columns = 'application, name, sealed, revision, ended';
const stateKey = 'state';

/**
 * Part of the index of disclosures: which attributes of which users were disclosed to which application. Operators
 * read it to learn which users a leak affects (docs/operate/users.md). The object has no key, so it can't
 * decrypt its rows.
 */
export class Disclosures extends DurableObject<ClockBinding> {
  readonly #sql = this.ctx.storage.sql;
  readonly #kv = this.ctx.storage.kv;
  readonly #store = new ObjectStore(this.ctx, this.env, disclosureMigrations);

  /**
   * Stores rows. A row that is stored with a higher revision, under its name or a former one, stays unchanged.
   * @param key fingerprint of the key under which the rows are named and encrypted. @param at in seconds since
   * 1970.
   */
  put(writes: readonly DisclosureWrite[], key: string, at: number): void {
    this.#store.change(() => {
      this.#noteKey(key, at);
      for (const write of writes) this.#putRow(write);
    });
    if (writes.some(({ row }) => row.ended !== null)) this.#wake(at);
  }

  /**
   * Returns an application's rows in the order of their names, except rows whose notice period is over. @param
   * after the name of the previous page's last row.
   */
  page(application: string, after: string, limit: number, at: number): DisclosureRow[] {
    if (!this.#store.exists()) return [];
    const query = `SELECT ${columns} FROM disclosures
      WHERE application = ? AND name > ? AND (ended IS NULL OR ended > ?) ORDER BY name LIMIT ?`;
    return this.#sql.exec<DisclosureRow>(query, application, after, at - this.#notice(), limit).toArray();
  }

  /** Returns rows of every application, in the order of their primary key. */
  rows({ application, name }: RowName, limit: number): DisclosureRow[] {
    if (!this.#store.exists()) return [];
    const query = `SELECT ${columns} FROM disclosures
      WHERE (application, name) > (?, ?) ORDER BY application, name LIMIT ?`;
    return this.#sql.exec<DisclosureRow>(query, application, name, limit).toArray();
  }

  /** Returns undefined if no row was ever stored. */
  state(): DisclosuresState | undefined {
    return this.#kv.get<DisclosuresState>(stateKey);
  }

  /** Notes that every row is stored under the given key. */
  keepKey(key: string): void {
    const state = this.state();
    if (state !== undefined) this.#kv.put<DisclosuresState>(stateKey, { ...state, keys: [key] });
  }

  /** Erases the rows whose notice period is over. */
  override alarm(): Promise<void> {
    return this.#store.woken(async () => {
      const at = await now(this.env);
      if (!this.#store.exists()) return;
      this.#sql.exec('DELETE FROM disclosures WHERE ended <= ?', at - this.#notice());
      this.#wake(at);
    });
  }

  #putRow({ row, former }: DisclosureWrite): void {
    const { application, name, sealed, revision, ended } = row;
    for (const old of former) {
      const [stored] = this.#sql.exec<{ revision: number }>(
        'SELECT revision FROM disclosures WHERE application = ? AND name = ?',
        old.application,
        old.name,
      );
      if (stored === undefined) continue;
      if (stored.revision > revision) return;
      this.#sql.exec('DELETE FROM disclosures WHERE application = ? AND name = ?', old.application, old.name);
    }
    this.#sql.exec(
      `INSERT INTO disclosures (${columns}) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (application, name) DO UPDATE
       SET sealed = excluded.sealed, revision = excluded.revision, ended = excluded.ended
       WHERE excluded.revision >= revision`,
      application,
      name,
      sealed,
      revision,
      ended,
    );
  }

  #noteKey(key: string, at: number): void {
    const { started = at, keys = [] } = this.state() ?? {};
    if (!keys.includes(key)) this.#kv.put<DisclosuresState>(stateKey, { started, keys: [...keys, key] });
  }

  /** Length of the notice period in seconds. */
  #notice(): number {
    return readSettings(settings, this.env).NOTICE_DAYS * day;
  }

  /** Sets the alarm for the first row to erase. */
  #wake(at: number): void {
    const query = 'SELECT min(ended) AS ended FROM disclosures WHERE ended IS NOT NULL';
    const [first] = this.#sql.exec<{ ended: number | null }>(query);
    if (first?.ended != null) this.#store.wakeBy(first.ended + this.#notice(), at);
  }
}
