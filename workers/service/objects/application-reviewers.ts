import { equalInConstantTime, utf8 } from '../../core/crypto/bytes.ts';
import { createReviewNumber } from '../../core/protocol/review-number.ts';
import type { ObjectStore } from '../../core/storage/object-store.ts';
import { createReviewPlid } from '../settings/review-plid.ts';
import { wrongReviewCodesPeriod } from '../settings/service-lifetimes.ts';
import { maxWrongCodes, WrongReviewCodes } from './wrong-review-codes.ts';

/** Maximum number of an application's reviewers whose period hasn't ended. */
const maxReviewers = 5;
/** Maximum number of sign-ins per reviewer, and the period in which they count, in seconds. */
const maxSignIns = 50;
const signInsPeriod = 86_400;

/** A reviewer, as shown to the operator. Times are in seconds since 1970. */
export interface Reviewer {
  id: string;
  /** 11 digits, in the range of review numbers. */
  phoneNo: string;
  plid: string;
  /** The code's digest (review-code.ts). It never leaves the service. */
  digest: string;
  created: number;
  ends: number;
  /** The latest time that the right code was typed. */
  last?: number;
}

/** The account of a reviewer, and the end of their period, in seconds since 1970. */
export type ReviewerPeriod = Pick<Reviewer, 'plid' | 'ends'>;

/**
 * The result of comparing a typed code. `wrong`: the code is wrong, or the reviewer no longer exists. `limited`: a limit
 * is reached, and even the right code is refused for `retryAfter` seconds.
 */
export type ReviewCheck =
  | ({ outcome: 'accepted' } & ReviewerPeriod)
  | { outcome: 'wrong' }
  | { outcome: 'limited'; retryAfter: number };

type ReviewerRow = {
  id: string;
  phone: string;
  plid: string;
  digest: string;
  created: number;
  ends: number;
  last: number | null;
};
/** The counters of the current periods. A period starts with the first count. */
type CountedRow = ReviewerRow & {
  wrong: number;
  wrong_since: number;
  signed_in: number;
  signed_in_since: number;
};

const columns = 'id, phone, plid, digest, created, ends, last';

/**
 * The store reviewers of an application, in its Durable Object. Each method decides synchronously, so that simultaneous
 * attempts are counted exactly. Reading stores nothing. `at` is in seconds since 1970.
 */
export class ApplicationReviewers {
  readonly #sql: SqlStorage;
  readonly #store: ObjectStore;
  readonly wrongCodes: WrongReviewCodes;

  constructor(storage: DurableObjectStorage, store: ObjectStore) {
    this.#sql = storage.sql;
    this.#store = store;
    this.wrongCodes = new WrongReviewCodes(storage, store);
  }

  /** Returns all reviewers, oldest first. A reviewer whose period has ended stays in the list until the next one is added. */
  list(): Reviewer[] {
    if (!this.#store.exists()) return [];
    const rows = this.#sql.exec<ReviewerRow>(`SELECT ${columns} FROM reviewers ORDER BY created, id`);
    return rows.toArray().map(readRow);
  }

  /** Adds a reviewer with a new number and plid. @returns undefined if the application has enough reviewers. */
  add({ digest, ends }: Pick<Reviewer, 'digest' | 'ends'>, at: number): Reviewer | undefined {
    this.#sql.exec('DELETE FROM reviewers WHERE ends <= ?', at);
    this.wrongCodes.forget(at);
    const others = this.list();
    if (others.length >= maxReviewers) return undefined;
    const taken = new Set(others.map(({ phoneNo }) => phoneNo));
    let phoneNo = createReviewNumber();
    while (taken.has(phoneNo)) phoneNo = createReviewNumber();
    const added = { id: crypto.randomUUID(), phoneNo, plid: createReviewPlid(), digest, created: at, ends };
    this.#sql.exec(
      'INSERT INTO reviewers (id, phone, plid, digest, created, ends) VALUES (?, ?, ?, ?, ?, ?)',
      added.id,
      phoneNo,
      added.plid,
      digest,
      at,
      ends,
    );
    return added;
  }

  /** @returns whether there was such a reviewer. */
  remove(id: string): boolean {
    this.wrongCodes.remove(id);
    return this.#sql.exec('DELETE FROM reviewers WHERE id = ?', id).rowsWritten > 0;
  }

  removeAll(): void {
    this.wrongCodes.remove();
    this.#sql.exec('DELETE FROM reviewers');
  }

  find(phoneNo: string, at: number): string | undefined {
    return this.#active('phone = ?', phoneNo, at)?.id;
  }

  current(id: string, at: number): ReviewerPeriod | undefined {
    const row = this.#active('id = ?', id, at);
    return row && { plid: row.plid, ends: row.ends };
  }

  /**
   * Compares a typed code with a reviewer's code, and counts the attempt. @param digests of the typed code, one per key,
   * current key first. If an earlier key made the stored digest, the current key's digest replaces it. @param network a
   * pseudonym of the sender's network, undefined on a local machine.
   */
  check(id: string, digests: readonly string[], network: string | undefined, at: number): ReviewCheck {
    const row = this.#active('id = ?', id, at);
    if (row === undefined) return { outcome: 'wrong' };
    const retryAfter = this.#secondsUntilNextCode(row, network, at);
    if (retryAfter > 0) return { outcome: 'limited', retryAfter };
    const equal = digests.filter((digest) => equalInConstantTime(utf8(digest), utf8(row.digest)));
    if (equal.length === 0) return this.#countWrong(row, network, at);
    const signIns = countOf(row.signed_in, row.signed_in_since, signInsPeriod, at);
    if (signIns.count >= maxSignIns) return { outcome: 'limited', retryAfter: signIns.ends - at };
    this.#sql.exec(
      'UPDATE reviewers SET signed_in = ?, signed_in_since = ?, wrong = 0, last = ?, digest = ? WHERE id = ?',
      signIns.count + 1,
      signIns.since,
      at,
      digests[0] ?? row.digest,
      id,
    );
    return { outcome: 'accepted', plid: row.plid, ends: row.ends };
  }

  /** Returns the seconds until a network may send another code, or 0 if it may. */
  #secondsUntilNextCode(row: CountedRow, network: string | undefined, at: number): number {
    const wrong = countOf(row.wrong, row.wrong_since, wrongReviewCodesPeriod, at);
    const ofAll = wrong.count >= maxWrongCodes ? wrong.ends - at : 0;
    return Math.max(ofAll, this.wrongCodes.wait(row.id, network, at));
  }

  #countWrong(row: CountedRow, network: string | undefined, at: number): ReviewCheck {
    const wrong = countOf(row.wrong, row.wrong_since, wrongReviewCodesPeriod, at);
    const statement = 'UPDATE reviewers SET wrong = ?, wrong_since = ? WHERE id = ?';
    this.#sql.exec(statement, wrong.count + 1, wrong.since, row.id);
    this.wrongCodes.add(row.id, network, at);
    return { outcome: 'wrong' };
  }

  #active(condition: 'id = ?' | 'phone = ?', value: string, at: number): CountedRow | undefined {
    if (!this.#store.exists()) return undefined;
    const query = `SELECT ${columns}, wrong, wrong_since, signed_in, signed_in_since FROM reviewers
      WHERE ${condition} AND ends > ?`;
    return this.#sql.exec<CountedRow>(query, value, at).toArray()[0];
  }
}

const readRow = ({ phone, last, ...row }: ReviewerRow): Reviewer => ({
  ...row,
  phoneNo: phone,
  ...(last !== null && { last }),
});

/** Returns the count of the current period, with the period's start and end. */
const countOf = (count: number, since: number, period: number, at: number) =>
  at < since + period ? { count, since, ends: since + period } : { count: 0, since: at, ends: at + period };
