import type { ObjectStore } from '../../core/storage/object-store.ts';
import { countedPeriod, deniedPeriod, signInLifetime } from '../shared/service-lifetimes.ts';
import {
  type AskedFor,
  type CarrierRequest,
  cancelledId,
  type RequestRow,
  requestColumns,
  type StoredPhone,
} from './phone-tables.ts';
import type { Caller } from './request-limits.ts';

/** The requests to a phone, and the sign-ins that were cancelled. `at` is in seconds since 1970. */
export class PhoneRequests {
  readonly #sql: SqlStorage;
  readonly #store: ObjectStore;

  constructor({ sql }: DurableObjectStorage, store: ObjectStore) {
    this.#sql = sql;
    this.#store = store;
  }

  /** In the order in which they were sent. */
  list(): RequestRow[] {
    if (!this.#store.exists()) return [];
    const query = `SELECT ${requestColumns} FROM requests WHERE status <> 'cancelled' ORDER BY sent`;
    return this.#sql.exec<RequestRow>(query).toArray();
  }

  /** @param about is missing where a worker of the release before asks. */
  add(id: string, { caller, known }: Caller, at: number, about?: AskedFor): void {
    this.#store.change(() =>
      this.#sql.exec(
        `INSERT INTO requests (id, caller, known, status, sent, forgotten, client_id, sign_in)
         VALUES (?, ?, ?, 'sent', ?, ?, ?, ?)`,
        ...[id, caller, known ? 1 : 0, at, at + countedPeriod],
        ...[about?.client_id ?? null, about?.sign_in ?? null],
      ),
    );
    this.#store.wakeBy(at + countedPeriod, at);
  }

  /** @param carrierId the carrier's name for a request that has reached the phone. */
  reached(id: string, carrierId: string): void {
    this.#change('UPDATE requests SET carrier_id = ? WHERE id = ?', carrierId, id);
  }

  /** No request has reached the phone. */
  unconfirmed(id: string): void {
    this.#change("UPDATE requests SET status = 'unconfirmed' WHERE id = ?", id);
  }

  takeBack(id: string): void {
    this.#change('DELETE FROM requests WHERE id = ?', id);
  }

  /** A denial counts for longer than no answer. */
  denied(id: string): void {
    const statement =
      "UPDATE requests SET status = 'denied', forgotten = sent + ? WHERE id = ? AND status = 'sent'";
    this.#change(statement, deniedPeriod, id);
  }

  /** @param signIn its id. */
  cancel(signIn: string, at: number): void {
    if (!this.#store.exists()) return;
    this.#sql.exec(
      `INSERT INTO requests (id, caller, known, status, sent, forgotten) VALUES (?, '', 0, 'cancelled', ?, ?)
       ON CONFLICT (id) DO NOTHING`,
      ...[cancelledId(signIn), at, at + signInLifetime],
    );
    this.#store.wakeBy(at + signInLifetime, at);
  }

  isCancelled(signIn: string | undefined): boolean {
    if (signIn === undefined || !this.#store.exists()) return false;
    return this.#sql.exec('SELECT id FROM requests WHERE id = ?', cancelledId(signIn)).toArray().length > 0;
  }

  /** Approved requests are deleted to make room; the mark of a cancelled sign-in stays. */
  approved(): void {
    this.#sql.exec("DELETE FROM requests WHERE status <> 'cancelled'");
  }

  deleteAll(): void {
    this.#sql.exec('DELETE FROM requests');
  }

  /** Deletes what no longer counts. @returns when each of the others will be forgotten. */
  deleteExpired(at: number): number[] {
    this.#sql.exec('DELETE FROM requests WHERE forgotten <= ?', at);
    const rows = this.#sql.exec<{ forgotten: number }>('SELECT forgotten FROM requests').toArray();
    return rows.map(({ forgotten }) => forgotten);
  }

  #change(statement: string, ...values: SqlStorageValue[]): void {
    if (this.#store.exists()) this.#sql.exec(statement, ...values);
  }
}

/** The latest request, if it still waits for an answer. */
export function unansweredOf(requests: readonly RequestRow[]): CarrierRequest | undefined {
  const latest = requests.at(-1);
  if (latest?.status !== 'sent' || latest.carrier_id === null) return undefined;
  return { id: latest.id, carrierId: latest.carrier_id };
}

/** A request as the operator is shown it. */
export const toldOf = ({
  sent,
  status,
  client_id,
  sign_in,
}: RequestRow): StoredPhone['requests'][number] => ({
  sent,
  status,
  ...(client_id !== null && { client_id }),
  ...(sign_in !== null && { sign_in }),
});
