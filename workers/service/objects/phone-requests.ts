import type { ObjectStore } from '../../core/storage/object-store.ts';
import {
  denialCountPeriod,
  maxSignInCookieLifetime,
  phoneRequestCountPeriod,
  phoneRequestLifetime,
} from '../settings/service-lifetimes.ts';
import { type Caller, guessesPeriod, isDailyPushLimitReached } from './phone-request-limits.ts';
import {
  type CarrierRequest,
  cancelledSignInRowId,
  type DenialCause,
  type RequestPurpose,
  type RequestRow,
  requestColumns,
  type StoredPhone,
} from './phone-tables.ts';

/** The requests to a phone, and the canceled sign-ins. `at` is in seconds since 1970. */
export class PhoneRequests {
  readonly #sql: SqlStorage;
  readonly #store: ObjectStore;

  constructor({ sql }: DurableObjectStorage, store: ObjectStore) {
    this.#sql = sql;
    this.#store = store;
  }

  /**
   * Returns the requests in the order in which they were sent. If several requests were sent within one second,
   * the open request is last.
   */
  list(): RequestRow[] {
    if (!this.#store.exists()) return [];
    const query = `SELECT ${requestColumns} FROM requests WHERE status <> 'cancelled' ORDER BY sent, status = 'sent'`;
    return this.#sql.exec<RequestRow>(query).toArray();
  }

  /**
   * Adds a request. @param about the request's purpose. @param open the
   * request of another sign-in that the added request supersedes. @param earlier the request of the same sign-in
   * that the added request replaces. The limits count `earlier` and the added request as one request.
   */
  add(
    { id, caller, known, network }: Caller & { id: string },
    at: number,
    { client_id, sign_in }: RequestPurpose,
    { open, earlier }: { open?: RequestRow | undefined; earlier?: RequestRow | undefined } = {},
  ): void {
    const expires = at + (known || network === undefined ? phoneRequestCountPeriod : denialCountPeriod);
    this.#store.change(() => {
      if (earlier !== undefined) this.#sql.exec('DELETE FROM requests WHERE id = ?', earlier.id);
      this.#sql.exec(
        `INSERT INTO requests
         (id, client_id, sign_in, caller, network, known, status, sent, expires, replaced_other, resends)
         VALUES (?, ?, ?, ?, ?, ?, 'sent', ?, ?, ?, ?)`,
        id,
        client_id,
        sign_in,
        caller,
        network ?? null,
        known ? 1 : 0,
        at,
        expires,
        open !== undefined && open.caller !== caller ? 1 : 0,
        earlier === undefined ? 0 : earlier.resends + 1,
      );
    });
    this.#store.wakeBy(expires, at);
  }

  /**
   * Records that the user has chosen a wrong number. Once per sign-in, the phone immediately gets another request
   * with a new id. If the browser is known, the limits count both requests as one. The call may be repeated.
   * @returns false if the phone may not get another request. This is the case after a second wrong number in this
   * sign-in, for an unknown request, or if the daily limit for pushes is reached.
   */
  recordMismatch(id: string, next: string, at: number): boolean {
    const requests = this.list();
    const row = requests.find((one) => one.id === id);
    if (row === undefined) return false;
    if (row.status === 'mismatched') return requests.some((one) => one.id === next);
    const isSecond = requests.some(
      ({ sign_in, status }) => status === 'mismatched' && sign_in === row.sign_in,
    );
    if (row.status !== 'sent' || isSecond) return false;
    if (row.known === 0 && isDailyPushLimitReached(requests, at)) return false;
    this.#change("UPDATE requests SET status = 'mismatched', carrier_id = NULL WHERE id = ?", id);
    const { caller, known, network, client_id, sign_in } = row;
    const from = { id: next, caller, known: known === 1, ...(network !== null && { network }) };
    this.add(from, at, { client_id, sign_in });
    return true;
  }

  /**
   * Records that a request has reached the phone, and marks earlier open requests as superseded. @param carrierId
   * the carrier's id of the request that has reached the phone.
   */
  reached(id: string, carrierId: string): void {
    if (!this.#store.exists()) return;
    const statement = 'UPDATE requests SET carrier_id = ? WHERE id = ? RETURNING sent, known';
    const [row] = this.#sql.exec<Pick<RequestRow, 'sent' | 'known'>>(statement, carrierId, id).toArray();
    if (row === undefined) return;
    const { sent, known } = row;
    // If a known and an unknown browser send requests within one second, the known browser's request supersedes
    // the unknown browser's request, never the reverse. This applies even if the unknown browser's request reaches
    // the phone later.
    this.#sql.exec(
      `UPDATE requests SET status = 'superseded'
       WHERE status = 'sent' AND sent > ? AND sent <= ? AND known <= ? AND id <> ?`,
      sent - phoneRequestLifetime,
      sent,
      known,
      id,
    );
  }

  /** Marks a request that never reached the phone as unconfirmed. */
  unconfirmed(id: string): void {
    const statement = "UPDATE requests SET status = 'unconfirmed', expires = sent + ? WHERE id = ?";
    this.#change(statement, guessesPeriod, id);
  }

  /**
   * Releases a request that got no response from the carrier. If a denial was counted for this request, its row
   * stays. The reason is that the denial may belong to an earlier request that this request replaced.
   */
  release(id: string): void {
    this.#change("DELETE FROM requests WHERE id = ? AND status <> 'denied'", id);
  }

  /**
   * Counts a denial of a request. A denial counts for longer than an unanswered request.
   * @returns the request, or undefined if its denial was already counted.
   */
  denied(id: string, cause: DenialCause | undefined): RequestRow | undefined {
    const row = this.list().find((one) => one.id === id && openStatuses.includes(one.status));
    if (row === undefined) return undefined;
    const statement =
      "UPDATE requests SET status = 'denied', denial_cause = ?, expires = sent + ? WHERE id = ?";
    this.#change(statement, cause ?? null, denialCountPeriod, id);
    return row;
  }

  /** Returns whether a request was superseded by a later one. */
  isSuperseded(id: string | undefined): boolean {
    return id !== undefined && this.list().some((row) => row.id === id && row.status === 'superseded');
  }

  /** @param signIn its id. */
  cancel(signIn: string, at: number): void {
    if (!this.#store.exists()) return;
    this.#sql.exec(
      `INSERT INTO requests (id, client_id, sign_in, caller, known, status, sent, expires)
       VALUES (?, '', '', '', 0, 'cancelled', ?, ?)
       ON CONFLICT (id) DO NOTHING`,
      cancelledSignInRowId(signIn),
      at,
      at + maxSignInCookieLifetime,
    );
    this.#store.wakeBy(at + maxSignInCookieLifetime, at);
  }

  isCancelled(signIn: string | undefined): boolean {
    if (signIn === undefined || !this.#store.exists()) return false;
    return (
      this.#sql.exec('SELECT id FROM requests WHERE id = ?', cancelledSignInRowId(signIn)).toArray().length >
      0
    );
  }

  /**
   * Deletes the requests of an approved sign-in, requests of known browsers, and requests without a network.
   * Pushes of unknown browsers from other sign-ins still count. If these pushes were deleted, each sign-in of the
   * user would let an attacker push 15 more times. @param id the approved request, or undefined for an
   * app-initiated sign-in.
   */
  approved(id: string | undefined): void {
    const signIn = id === undefined ? undefined : this.list().find((row) => row.id === id)?.sign_in;
    this.#sql.exec(
      `DELETE FROM requests
       WHERE status <> 'cancelled' AND (known = 1 OR network IS NULL OR id = ? OR sign_in = ?)`,
      id ?? null,
      signIn ?? null,
    );
  }

  deleteAll(): void {
    this.#sql.exec('DELETE FROM requests');
  }

  /** Deletes requests that no longer count. @returns when each of the remaining requests expires. */
  deleteExpired(at: number): number[] {
    this.#sql.exec('DELETE FROM requests WHERE expires <= ?', at);
    const rows = this.#sql.exec<{ expires: number }>('SELECT expires FROM requests').toArray();
    return rows.map(({ expires }) => expires);
  }

  #change(statement: string, ...values: SqlStorageValue[]): void {
    if (this.#store.exists()) this.#sql.exec(statement, ...values);
  }
}

/**
 * Statuses in which a denial of a request counts. A denial of a superseded request counts, because the phone has
 * shown that request too.
 */
const openStatuses: readonly string[] = ['sent', 'superseded'];

/** Returns the latest request that has reached the phone if it is still unanswered. */
export function unansweredOf(requests: readonly RequestRow[], at: number): CarrierRequest | undefined {
  const latest = requests.findLast(({ carrier_id }) => carrier_id !== null);
  if (latest?.status !== 'sent' || latest.carrier_id === null) return undefined;
  const { id, carrier_id: carrierId, sign_in } = latest;
  return {
    id,
    carrierId,
    isOpen: latest.sent > at - phoneRequestLifetime,
    signIn: sign_in,
  };
}

/** Maximum number of times that a known browser may resend its sign-in's request without counting it again. */
const maxResends = 2;

/** Returns the unanswered request of a known browser that the same sign-in is sending again. */
export const findResentRequest = (
  requests: readonly RequestRow[],
  about: RequestPurpose,
): RequestRow | undefined =>
  requests.findLast(
    ({ sign_in, status, known, resends }) =>
      sign_in === about.sign_in && status === 'sent' && known === 1 && resends < maxResends,
  );

/** Returns a request, as shown to the operator. */
export const describeRequest = ({
  sent,
  status,
  client_id,
  sign_in,
}: RequestRow): StoredPhone['requests'][number] => ({
  sent,
  status,
  client_id,
  sign_in,
});
