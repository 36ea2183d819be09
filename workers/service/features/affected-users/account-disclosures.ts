import * as v from 'valibot';
import type { KeyRing } from '../../../core/crypto/keys.ts';
import { retryPause } from '../../../core/http/delivery.ts';
import { withTimeout } from '../../../core/storage/call-with-timeout.ts';
import type { Migrations } from '../../../core/storage/object-store.ts';
import { fingerprintsOf } from '../../../core/worker/key-fingerprints.ts';
import { describeFailure, workerLog } from '../../../core/worker/log.ts';
import { pick, readSettings } from '../../../core/worker/settings.ts';
import type { AccountContext, AccountPart } from '../../objects/account-part.ts';
import { readConsent } from '../../objects/consent-queries.ts';
import {
  type AccountDisclosure,
  disclosureShardOf,
  disclosuresOf,
  sealDisclosure,
} from '../../objects/disclosure-index.ts';
import { accountClientId } from '../../registry/account-client.ts';
import type { Consent } from '../../registry/consents.ts';
import { disclosureSettings } from '../../settings/disclosure-settings.ts';
import { isReviewPlid } from '../../settings/review-plid.ts';
import { bindings } from '../../settings/service-bindings.ts';
import { disclosureInterval } from '../../settings/service-lifetimes.ts';

const log = workerLog('service-objects');
const settings = v.object({ ...disclosureSettings, ...pick(bindings, 'DISCLOSURES') });
const day = 86_400;
/** Response timeout for a write to the index, in milliseconds. */
const timeout = 10_000;

type Row = {
  client_id: string;
  first: number;
  last: number;
  attributes: string;
  ended: number | null;
  revision: number;
  attempts: number;
};
const columns = 'client_id, first, last, attributes, ended, revision, attempts';

/**
 * `disclosures` is what the index of disclosures contains about the user, or will contain. Its `due` is the next attempt
 * to write the index, and null if the index is up to date. Times are in seconds since 1970.
 */
export const accountDisclosureMigrations: Migrations = [
  `CREATE TABLE disclosures (
    client_id TEXT PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, attributes TEXT NOT NULL,
    ended INTEGER, revision INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, due INTEGER
  ) STRICT, WITHOUT ROWID;`,
];

/**
 * The part of the index of disclosures that is about one user (disclosure-index.ts). A disclosure is stored here
 * first, in the transaction that makes it possible, and then written to the index without delaying the sign-in. A
 * failed write is logged and retried, so that none is lost. `at` is in seconds since 1970.
 */
export class AccountDisclosures implements AccountPart {
  readonly migrations = accountDisclosureMigrations;
  readonly #account: AccountContext;
  readonly #sql: SqlStorage;
  readonly #env: object;
  /** The delivery in progress. The next one waits for it, so that rows arrive in order. */
  #delivery: Promise<void> = Promise.resolve();

  constructor(account: AccountContext, env: object) {
    this.#account = account;
    this.#sql = account.storage.sql;
    this.#env = env;
  }

  /**
   * Records a disclosure, and writes the index without delaying the call. The alarm of the grant makes up for a lost
   * write. The account pages get no attributes, and a store reviewer has none.
   */
  disclosed(client_id: string, at: number): void {
    if (client_id === accountClientId || isReviewPlid(this.#account.plid)) return;
    if (this.#note(client_id, at)) this.#account.waitUntil(this.#write(at));
  }

  disconnected(client_id: string, at: number): void {
    this.#end(client_id, at);
  }

  terminated(client_ids: readonly string[], at: number): void {
    for (const client_id of client_ids) this.#end(client_id, at);
  }

  /** Writes due rows to the index. The account of a user who has left then forgets them. */
  async deliver(at: number): Promise<void> {
    await this.#write(at);
    if (this.#account.metadata.terminated !== undefined)
      this.#sql.exec('DELETE FROM disclosures WHERE due IS NULL');
  }

  /** Deletes rows whose notice period is over. @returns when the next row is due, or Infinity. */
  deleteExpired(at: number): number {
    if (!this.#account.store.exists()) return Infinity;
    const notice = this.#noticeDays() * day;
    this.#sql.exec('DELETE FROM disclosures WHERE due IS NULL AND ended <= ?', at - notice);
    const query = 'SELECT min(due) AS due, min(ended) AS ended FROM disclosures';
    const [row] = this.#sql.exec<{ due: number | null; ended: number | null }>(query);
    return Math.min(row?.due ?? Infinity, (row?.ended ?? Infinity) + notice);
  }

  list(): AccountDisclosure[] {
    if (!this.#account.store.exists()) return [];
    const query = `SELECT ${columns} FROM disclosures ORDER BY client_id`;
    return this.#sql.exec<Row>(query).toArray().map(readRow);
  }

  /**
   * Records that an application can now read the attributes to which the user has agreed.
   * @returns whether the index must be written.
   */
  #note(client_id: string, at: number): boolean {
    const row = this.#row(client_id);
    const consent = readConsent(this.#sql, client_id);
    if (row === undefined) return consent !== undefined && this.#insert(consent, at);
    const disclosed: string[] = JSON.parse(row.attributes);
    const attributes = union(disclosed, consent?.attributes ?? []);
    const isKnown = attributes.length === disclosed.length && row.ended === null;
    if (isKnown && at - row.last < disclosureInterval) return false;
    this.#sql.exec(
      `UPDATE disclosures SET last = ?, attributes = ?, ended = NULL, revision = revision + 1, attempts = 0, due = ?
       WHERE client_id = ?`,
      at,
      JSON.stringify(attributes),
      at,
      client_id,
    );
    return true;
  }

  /** Records that a connection has ended. The index must be written afterwards. */
  #end(client_id: string, at: number): void {
    this.#sql.exec(
      `UPDATE disclosures SET ended = ?, revision = revision + 1, attempts = 0, due = ?
       WHERE client_id = ? AND ended IS NULL`,
      at,
      at,
      client_id,
    );
  }

  /** Writes due rows to the index, after those that are under way. Never throws. */
  #write(at: number): Promise<void> {
    const previous = this.#delivery.catch(() => undefined);
    this.#delivery = previous.then(async () => {
      const query = `SELECT ${columns} FROM disclosures WHERE due <= ?`;
      for (const row of this.#sql.exec<Row>(query, at).toArray()) await this.#deliver(row, at);
    });
    return this.#delivery;
  }

  async #deliver(row: Row, at: number): Promise<void> {
    const { client_id, revision } = row;
    try {
      await withTimeout(this.#put(row, at), timeout);
      const statement = 'UPDATE disclosures SET due = NULL WHERE client_id = ? AND revision = ?';
      this.#sql.exec(statement, client_id, revision);
    } catch (failure) {
      const due = at + retryPause(row.attempts);
      const statement = `UPDATE disclosures SET attempts = attempts + 1, due = ?
        WHERE client_id = ? AND revision = ?`;
      this.#sql.exec(statement, due, client_id, revision);
      this.#account.store.wakeBy(due, at);
      const operation = 'writing the index of disclosures';
      log('error', { operation, client_id, attempt: row.attempts + 1, cause: describeFailure(failure) });
    }
  }

  async #put(row: Row, at: number): Promise<void> {
    const { plid } = this.#account;
    if (plid === undefined) throw new Error('An account must be identified by its plid');
    const env = readSettings(settings, this.#env);
    const keys: KeyRing = env.DISCLOSURE_KEY;
    const disclosure = { plid, ...readRow(row) };
    const write = await sealDisclosure(keys, disclosure, row.revision);
    const [current = ''] = await fingerprintsOf(keys);
    await disclosuresOf(env, await disclosureShardOf(disclosure)).put([write], current, at);
  }

  /** Inserts a connection's first row. @returns true, because the index must be written. */
  #insert({ client_id, attributes }: Consent, at: number): true {
    this.#sql.exec(
      `INSERT INTO disclosures (client_id, first, last, attributes, revision, due) VALUES (?, ?, ?, ?, 1, ?)`,
      client_id,
      at,
      at,
      JSON.stringify(union(attributes)),
      at,
    );
    return true;
  }

  #row(client_id: string): Row | undefined {
    const query = `SELECT ${columns} FROM disclosures WHERE client_id = ?`;
    return this.#sql.exec<Row>(query, client_id).toArray()[0];
  }

  /** With an invalid setting, nothing is deleted, and the account's other work isn't affected. */
  #noticeDays(): number {
    const result = v.safeParse(disclosureSettings.NOTICE_DAYS, Reflect.get(this.#env, 'NOTICE_DAYS'));
    return result.success ? result.output : Infinity;
  }
}

const union = (...lists: readonly string[][]): string[] => [...new Set(lists.flat())].sort();

const readRow = ({ client_id, first, last, attributes, ended }: Row): AccountDisclosure => ({
  client_id,
  first,
  last,
  attributes: JSON.parse(attributes),
  ...(ended !== null && { ended }),
});
