import { DurableObject } from 'cloudflare:workers';
import { ObjectStore } from '../../core/storage/object-store.ts';
import {
  type ApplicationCopy,
  type Application as ApplicationRecord,
  type ApplicationSecret,
  type DeletedApplication,
  isDeleted,
} from '../shared/applications.ts';
import {
  addSecret,
  type Change,
  type ChangeRefusal,
  type Changes,
  changedFields,
  changeFields,
  type PastChange,
  retireSecret,
  type SealedFieldKeys,
  type StatedVersion,
} from './application-changes.ts';
import { ApplicationCopies, type CopiesEnv, copyInterval } from './application-copies.ts';
import { insertHistory, readHistory, readStated } from './application-history.ts';
import { type ApplicationRow, migrations, readRow } from './application-tables.ts';

/** How long a change waits for its copy to reach KV, in milliseconds. Without an answer the change is made all the same. */
const copyTimeout = 3_000;

/** When a change was made, in seconds since 1970, and with whose token. */
interface ChangeOrigin {
  at: number;
  by: string | undefined;
}

/**
 * One application, by client_id: the truth about it, of which KV holds the copy that requests read. Every change is
 * applied here to the record as it is at that moment, so that of changes made at once none is lost, and what is
 * deleted stays deleted. It never sees a client secret: secrets come hashed and sealed.
 */
export class Application extends DurableObject<CopiesEnv> {
  readonly #sql = this.ctx.storage.sql;
  readonly #store = new ObjectStore(this.ctx, this.env, migrations);
  readonly #copies = new ApplicationCopies(this.ctx.storage, this.#store, this.env);

  /** The application as it is now, or that it was deleted; undefined where there never was one. */
  read(): ApplicationCopy | undefined {
    const row = this.#row();
    return row === undefined ? undefined : JSON.parse(row.copy);
  }

  /**
   * Its changes, the latest first; undefined if it never existed.
   * @param before the version to stop at; by default all are read. @param count the maximum number.
   */
  history(before: number | undefined, count: number): PastChange[] | undefined {
    if (this.#row() === undefined) return undefined;
    return readHistory(this.#sql, before, count);
  }

  /** The texts that people read before they agreed, by version, the latest first; undefined if it never existed. */
  stated(): StatedVersion[] | undefined {
    if (this.#row() === undefined) return undefined;
    return readStated(this.#sql);
  }

  /**
   * Registers it, once: a client id is never given twice.
   * @param at in seconds since 1970. @param by the name of the operator's token, as of every change.
   */
  async register(
    described: Omit<ApplicationRecord, 'version'>,
    at: number,
    by?: string,
  ): Promise<Change<ApplicationRecord>> {
    if (this.#row() !== undefined) return { refused: 'client_id_taken' };
    return this.#write('registered', {}, { ...described, version: 1 }, { at, by });
  }

  /** Registers it as it was exported, or puts it in the place of the one that is there. @param replace whether it may. */
  async import(
    exported: Omit<ApplicationRecord, 'version'>,
    replace: boolean,
    at: number,
    by?: string,
  ): Promise<Change<ApplicationRecord>> {
    const current = this.read();
    if (current !== undefined && isDeleted(current)) return { refused: 'application_deleted' };
    if (current !== undefined && !replace) return { refused: 'application_exists' };
    const version = (current?.version ?? 0) + 1;
    return this.#write('imported', current ?? {}, { ...exported, version }, { at, by });
  }

  /** Replaces fields. @param expected the version that is to be changed; any, where it is left out. */
  update(
    changes: Changes,
    fieldKeys: SealedFieldKeys,
    at: number,
    expected?: number,
    by?: string,
  ): Promise<Change<ApplicationRecord>> {
    const apply = (current: ApplicationRecord) => changeFields(current, changes, fieldKeys);
    return this.#change('updated', apply, { at, by }, expected);
  }

  addSecret(secret: ApplicationSecret, at: number, by?: string): Promise<Change<ApplicationRecord>> {
    return this.#change('secret_added', (current) => addSecret(current, secret), { at, by });
  }

  retireSecret(id: string, at: number, by?: string): Promise<Change<ApplicationRecord>> {
    return this.#change('secret_retired', (current) => retireSecret(current, id), { at, by });
  }

  /** @param expected the version that is to be deleted; any, where it is left out. */
  delete(at: number, expected?: number, by?: string): Promise<Change<DeletedApplication>> {
    const remains = ({ client_id, version }: ApplicationRecord) => ({ client_id, version, deleted: at });
    return this.#change('deleted', remains, { at, by }, expected);
  }

  /** Writes the copy that has not arrived in KV yet. */
  override alarm(): Promise<void> {
    return this.#store.woken(() => this.#copies.write());
  }

  /** @param apply makes the next record, or refuses; it is given the current one, with the next version. */
  async #change<Changed extends ApplicationCopy>(
    action: string,
    apply: (current: ApplicationRecord) => Changed | ChangeRefusal,
    origin: ChangeOrigin,
    expected?: number,
  ): Promise<Change<Changed>> {
    const current = this.read();
    if (current === undefined || isDeleted(current)) return { refused: 'not_found' };
    if (expected !== undefined && expected !== current.version) return { refused: 'changed_meanwhile' };
    const changed = apply({ ...current, version: current.version + 1 });
    if (typeof changed === 'string') return { refused: changed };
    return this.#write(action, current, changed, origin);
  }

  /** The alarm is set in the same step as the change is kept: whatever happens afterwards, KV gets its copy. */
  async #write<Changed extends ApplicationCopy>(
    action: string,
    before: object,
    copy: Changed,
    { at, by }: ChangeOrigin,
  ): Promise<{ copy: Changed }> {
    const fields = changedFields({ ...before, version: copy.version }, copy);
    this.#store.change(() => {
      this.#sql.exec(
        `INSERT INTO application (client_id, version, copied, copy) VALUES (?, ?, 0, ?)
         ON CONFLICT (client_id) DO UPDATE SET version = excluded.version, copy = excluded.copy`,
        ...[copy.client_id, copy.version, JSON.stringify(copy)],
      );
      insertHistory(this.#sql, copy, { at, action, fields, by });
    });
    this.#store.wakeBy(at + copyInterval, at);
    await Promise.race([this.#copies.write(), scheduler.wait(copyTimeout)]);
    return { copy };
  }

  #row(): ApplicationRow | undefined {
    return this.#store.exists() ? readRow(this.#sql) : undefined;
  }
}
