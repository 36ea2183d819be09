import type { ObjectStore } from '../../core/storage/object-store.ts';
import { type ClockBinding, now } from '../../core/worker/clock.ts';
import { describeFailure, workerLog } from '../../core/worker/log.ts';
import { nameDigest } from '../registry/application-names.ts';
import { type ApplicationCopy, applicationKvKey, isDeleted } from '../registry/applications.ts';
import { deletedApplicationLifetime } from '../settings/service-lifetimes.ts';
import { readRow } from './application-tables.ts';

const log = workerLog('service-objects');

/** Retry interval for a copy that hasn't arrived in KV, in seconds. KV accepts one write per second and key. */
export const copyInterval = 2;

export interface CopiesEnv extends ClockBinding {
  APPLICATIONS: KVNamespace;
}

/**
 * The copy of an application in KV, from which requests read. KV eventually receives the latest version, and an
 * older version never replaces a newer one.
 */
export class ApplicationCopies {
  readonly #sql: SqlStorage;
  readonly #store: ObjectStore;
  readonly #env: CopiesEnv;
  readonly #nextDue: () => number | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** @param nextDue returns when the object needs its alarm for another reason. If undefined, a written copy ends the alarm. */
  constructor(
    { sql }: DurableObjectStorage,
    store: ObjectStore,
    env: CopiesEnv,
    nextDue: () => number | undefined,
  ) {
    this.#sql = sql;
    this.#store = store;
    this.#env = env;
    this.#nextDue = nextDue;
  }

  /**
   * Writes one copy at a time, so that an older copy never arrives after a newer one. A failed write doesn't block
   * the next write.
   */
  write(): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#writeLatest());
    return this.#writing;
  }

  async #writeLatest(): Promise<void> {
    const row = this.#store.exists() ? readRow(this.#sql) : undefined;
    if (row === undefined || row.copied === row.version) return;
    try {
      await this.#put(JSON.parse(row.copy));
    } catch (failure) {
      const cause = describeFailure(failure);
      log('warn', { client_id: row.client_id, copied: false, cause });
      const at = await now(this.#env);
      this.#store.wakeBy(at + copyInterval, at);
      return;
    }
    this.#sql.exec('UPDATE application SET copied = ?', row.version);
    const isLatest = readRow(this.#sql)?.version === row.version;
    if (isLatest && this.#nextDue() === undefined) await this.#store.sleep();
  }

  async #put(copy: ApplicationCopy): Promise<void> {
    const options = isDeleted(copy)
      ? { expirationTtl: deletedApplicationLifetime }
      : { metadata: { name: await nameDigest(copy.name) } };
    await this.#env.APPLICATIONS.put(applicationKvKey(copy.client_id), JSON.stringify(copy), options);
  }
}
