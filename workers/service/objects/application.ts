import { DurableObject } from 'cloudflare:workers';
import { ObjectStore } from '../../core/storage/object-store.ts';
import { now } from '../../core/worker/clock.ts';
import {
  type ApplicationCopy,
  type Application as ApplicationRecord,
  type ApplicationSecret,
  type DeletedApplication,
  isDeleted,
} from '../registry/applications.ts';
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
import { insertHistory, readHistory, readTermsHistory } from './application-history.ts';
import {
  ApplicationReviewers,
  type ReviewCheck,
  type Reviewer,
  type ReviewerPeriod,
} from './application-reviewers.ts';
import { type ApplicationRow, migrations, readRow } from './application-tables.ts';

/**
 * Maximum time that a change waits for its copy to reach KV, in milliseconds. The change takes effect even if the
 * copy hasn't arrived.
 */
const copyTimeout = 3_000;

/** Time of a change, in seconds since 1970, and the name of the operator's token. */
interface ChangeOrigin {
  at: number;
  by: string;
}

/**
 * One application, by client_id. This object is the source of truth, and KV has the copy that requests read. Every
 * change is applied to the current record, so that concurrent changes don't overwrite each other and a deleted
 * application stays deleted. The object never receives a client secret in the clear, because secrets arrive hashed
 * and encrypted.
 */
export class Application extends DurableObject<CopiesEnv> {
  readonly #sql = this.ctx.storage.sql;
  readonly #store = new ObjectStore(this.ctx, this.env, migrations);
  readonly #reviewers = new ApplicationReviewers(this.ctx.storage, this.#store);
  readonly #copies = new ApplicationCopies(this.ctx.storage, this.#store, this.env, () =>
    this.#reviewers.wrongCodes.next(),
  );

  /**
   * Returns the current registration or the record of its deletion, or undefined if the application never existed.
   */
  read(): ApplicationCopy | undefined {
    const row = this.#row();
    return row === undefined ? undefined : JSON.parse(row.copy);
  }

  /**
   * Returns the changes to the application, latest first, or undefined if the application never existed. @param
   * before returns only changes before this version (default: all changes). @param count the maximum number of
   * changes.
   */
  history(before: number | undefined, count: number): PastChange[] | undefined {
    if (this.#row() === undefined) return undefined;
    return readHistory(this.#sql, before, count);
  }

  /**
   * Returns each version of the texts that users read before consenting, latest first, or undefined if the
   * application never existed.
   */
  stated(): StatedVersion[] | undefined {
    if (this.#row() === undefined) return undefined;
    return readTermsHistory(this.#sql);
  }

  /**
   * Registers the application. A client id is never assigned twice.
   * @param at in seconds since 1970. @param by the name of the operator's token.
   */
  async register(
    described: Omit<ApplicationRecord, 'version'>,
    at: number,
    by: string,
  ): Promise<Change<ApplicationRecord>> {
    if (this.#row() !== undefined) return { refused: 'client_id_taken' };
    return this.#write('registered', {}, { ...described, version: 1 }, { at, by });
  }

  /** Imports an exported application. @param replace whether the import may replace an existing application. */
  async import(
    exported: Omit<ApplicationRecord, 'version'>,
    replace: boolean,
    at: number,
    by: string,
  ): Promise<Change<ApplicationRecord>> {
    const current = this.read();
    if (current !== undefined && isDeleted(current)) return { refused: 'application_deleted' };
    if (current !== undefined && !replace) return { refused: 'application_exists' };
    const version = (current?.version ?? 0) + 1;
    return this.#write('imported', current ?? {}, { ...exported, version }, { at, by });
  }

  /** Replaces fields. @param expected the version to change (default: any version). */
  update(
    changes: Changes,
    fieldKeys: SealedFieldKeys,
    at: number,
    by: string,
    expected?: number,
  ): Promise<Change<ApplicationRecord>> {
    const apply = (current: ApplicationRecord) => changeFields(current, changes, fieldKeys);
    return this.#change('updated', apply, { at, by }, expected);
  }

  addSecret(secret: ApplicationSecret, at: number, by: string): Promise<Change<ApplicationRecord>> {
    return this.#change('secret_added', (current) => addSecret(current, secret), { at, by });
  }

  retireSecret(id: string, at: number, by: string): Promise<Change<ApplicationRecord>> {
    return this.#change('secret_retired', (current) => retireSecret(current, id), { at, by });
  }

  /** Returns the store reviewers, oldest first, or undefined if there is no such application. */
  reviewers(): Reviewer[] | undefined {
    const current = this.read();
    return current === undefined || isDeleted(current) ? undefined : this.#reviewers.list();
  }

  /** Registers a store reviewer. @returns the reviewer, or the reason for rejecting the change. */
  async addReviewer(
    given: Pick<Reviewer, 'digest' | 'ends'>,
    at: number,
    by: string,
  ): Promise<Change<ApplicationRecord> & { reviewer?: Reviewer }> {
    let reviewer: Reviewer | undefined;
    const add = (current: ApplicationRecord) => {
      reviewer = this.#reviewers.add(given, at);
      return reviewer === undefined ? 'reviewers_full' : current;
    };
    const change = await this.#change('reviewer_added', add, { at, by });
    return { ...change, ...(reviewer && { reviewer }) };
  }

  removeReviewer(id: string, at: number, by: string): Promise<Change<ApplicationRecord>> {
    const remove = (current: ApplicationRecord) => (this.#reviewers.remove(id) ? current : 'not_found');
    return this.#change('reviewer_removed', remove, { at, by });
  }

  /** Returns the id of the reviewer with this number, unless their period has ended. */
  findReviewer(phoneNo: string, at: number): string | undefined {
    return this.#reviewers.find(phoneNo, at);
  }

  /** Compares a typed code with a reviewer's code, and counts the attempt. */
  checkReviewCode(
    id: string,
    digests: readonly string[],
    network: string | undefined,
    at: number,
  ): ReviewCheck {
    return this.#reviewers.check(id, digests, network, at);
  }

  /** Returns a reviewer's account and period, or undefined if the period has ended. */
  currentReviewer(id: string, at: number): ReviewerPeriod | undefined {
    return this.#reviewers.current(id, at);
  }

  /**
   * Deletes the application and stores a record of its deletion. @param expected the version to delete (default:
   * any version).
   */
  delete(at: number, by: string, expected?: number): Promise<Change<DeletedApplication>> {
    const remains = ({ client_id, version }: ApplicationRecord) => ({ client_id, version, deleted: at });
    return this.#change('deleted', remains, { at, by }, expected);
  }

  /** Writes a copy that hasn't arrived in KV yet, and deletes the counts of wrong review codes whose period has ended. */
  override alarm(): Promise<void> {
    return this.#store.woken(async () => {
      await this.#copies.write();
      const at = await now(this.env);
      const due = this.#reviewers.wrongCodes.forget(at);
      if (due !== undefined) this.#store.wakeBy(due, at);
    });
  }

  /**
   * Applies a change to the current record. @param apply gets the current record with the next version number, and
   * returns the next record or a reason to reject the change.
   */
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

  /**
   * Writes a change. The alarm that retries the copy to KV is set in the same transaction, so that KV always gets
   * the copy.
   */
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
        copy.client_id,
        copy.version,
        JSON.stringify(copy),
      );
      insertHistory(this.#sql, copy, { at, action, fields, token: by });
      if (isDeleted(copy)) this.#reviewers.removeAll();
    });
    this.#store.wakeBy(at + copyInterval, at);
    await Promise.race([this.#copies.write(), scheduler.wait(copyTimeout)]);
    return { copy };
  }

  #row(): ApplicationRow | undefined {
    return this.#store.exists() ? readRow(this.#sql) : undefined;
  }
}
