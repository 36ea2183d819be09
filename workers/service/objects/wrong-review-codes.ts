import type { ObjectStore } from '../../core/storage/object-store.ts';
import { wrongReviewCodesPeriod } from '../settings/service-lifetimes.ts';

/**
 * Maximum number of wrong codes per reviewer and network. It ends the attempts of one attacker, and leaves every other
 * network free.
 */
export const maxWrongCodesOfNetwork = 10;
/**
 * Maximum number of wrong codes per reviewer from all networks together. A code has 60 bits, so this limit isn't needed
 * against guessing. It is so high that an attacker needs a hundred networks to keep a reviewer out.
 */
export const maxWrongCodes = 1_000;

type CountRow = { wrong: number; since: number };

/**
 * The wrong codes of an application's store reviewers, counted per network. `network` is a pseudonym of the sender's
 * network. It's undefined on a local machine, whose callers can't be distinguished. `at` is in seconds since 1970.
 */
export class WrongReviewCodes {
  readonly #sql: SqlStorage;
  readonly #store: ObjectStore;

  constructor({ sql }: DurableObjectStorage, store: ObjectStore) {
    this.#sql = sql;
    this.#store = store;
  }

  /** Returns the seconds until a network may send another code for a reviewer, or 0 if it may. */
  wait(reviewer: string, network: string | undefined, at: number): number {
    if (network === undefined) return 0;
    const query = 'SELECT wrong, since FROM wrong_review_codes WHERE reviewer = ? AND network = ?';
    const row = this.#sql.exec<CountRow>(query, reviewer, network).toArray()[0];
    if (row === undefined || row.wrong < maxWrongCodesOfNetwork) return 0;
    return Math.max(0, row.since + wrongReviewCodesPeriod - at);
  }

  /** Counts a wrong code. The alarm deletes the count after the period. */
  add(reviewer: string, network: string | undefined, at: number): void {
    if (network === undefined) return;
    this.forget(at);
    this.#sql.exec(
      `INSERT INTO wrong_review_codes (reviewer, network, wrong, since) VALUES (?, ?, 1, ?)
       ON CONFLICT (reviewer, network) DO UPDATE SET wrong = wrong + 1`,
      reviewer,
      network,
      at,
    );
    this.#store.wakeBy(at + wrongReviewCodesPeriod, at);
  }

  /** Deletes the counts whose period has ended. @returns the end of the next period, or undefined if nothing is counted. */
  forget(at: number): number | undefined {
    if (!this.#store.exists()) return undefined;
    this.#sql.exec('DELETE FROM wrong_review_codes WHERE since <= ?', at - wrongReviewCodesPeriod);
    return this.next();
  }

  /** Deletes the counts of a reviewer, or of all reviewers. */
  remove(reviewer?: string): void {
    if (reviewer === undefined) this.#sql.exec('DELETE FROM wrong_review_codes');
    else this.#sql.exec('DELETE FROM wrong_review_codes WHERE reviewer = ?', reviewer);
  }

  /** Returns when the next count's period ends, or undefined if nothing is counted. */
  next(): number | undefined {
    const query = 'SELECT min(since) AS since FROM wrong_review_codes';
    const { since } = this.#sql.exec<{ since: number | null }>(query).one();
    return since === null ? undefined : since + wrongReviewCodesPeriod;
  }
}
