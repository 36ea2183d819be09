import { callKv } from '../../core/storage/call-with-timeout.ts';
import { describeFailure, type LogFields, workerLog } from '../../core/worker/log.ts';
import type { SecurityEventType } from '../shared/security-event.ts';
import {
  eventLifetime,
  firstEventPause,
  lostEventLifetime,
  maxEventPause,
} from '../shared/service-lifetimes.ts';
import {
  type EventStatus,
  type UndeliveredEvent,
  undeliveredEventKey,
} from '../shared/undelivered-events.ts';
import { type EventRow, eventColumns, type UndeliveredEventRow } from './account-tables.ts';
import { type Delivery, deliverEvent, type EventEnv, type FailedDelivery } from './deliver-event.ts';

export type { EventEnv };

const log = workerLog('service-objects');

/** How many events are sent at once; the next ones follow right after. */
const batch = 20;

/**
 * The events of an account that applications have not received yet. They are written in the same step as the change that
 * they tell of, and sent by the account's alarm: at least once, each with the same `jti` at every attempt. One that was refused or given up
 * stays a while, for an operator to send it again. The tables must exist (account-tables.ts).
 */
export class AccountOutbox {
  readonly #sql: SqlStorage;
  readonly #plid: string | undefined;
  readonly #env: EventEnv;

  constructor({ storage, id }: DurableObjectState, env: EventEnv) {
    this.#sql = storage.sql;
    this.#plid = id.name;
    this.#env = env;
  }

  /** A service without EVENT_KEY has no events. */
  get isUsed(): boolean {
    return this.#env.EVENT_KEY !== undefined;
  }

  /** Each event ends sessions of the person: the application is told of it, and logs them out. Whether it takes either is decided when they are sent. */
  add(type: SecurityEventType, client_ids: readonly string[], at: number): void {
    if (!this.isUsed) return;
    for (const client_id of client_ids)
      for (const form of [type, 'logout'])
        this.#sql.exec(
          'INSERT INTO events (jti, client_id, type, at, moment, due) VALUES (?, ?, ?, ?, ?, ?)',
          ...[crypto.randomUUID(), client_id, form, at, Date.now(), at],
        );
  }

  /** Puts an event on its way again, as one that was tried once; its `toe` stays. @returns whether it is there. */
  resend(jti: string, at: number): boolean {
    const statement = 'UPDATE events SET lost = NULL, attempts = 1, at = ?, due = ? WHERE jti = ?';
    return this.#sql.exec(statement, at, at, jti).rowsWritten > 0;
  }

  list(): UndeliveredEventRow[] {
    const query = `SELECT client_id, type, CAST(moment / 1000 AS INTEGER) AS at, coalesce(lost, 'waiting') AS status
      FROM events ORDER BY moment, client_id`;
    return this.#sql.exec<Required<UndeliveredEventRow>>(query).toArray();
  }

  /** Deletes events that were never sent again. */
  deleteLost(at: number): void {
    this.#sql.exec('DELETE FROM events WHERE lost IS NOT NULL AND due <= ?', at);
  }

  /** Sends what is due. It never throws: what fails is due again later, or given up. */
  async deliver(at: number): Promise<void> {
    const query = `SELECT ${eventColumns} FROM events WHERE lost IS NULL AND due <= ? ORDER BY due LIMIT ${batch}`;
    const due = this.#sql.exec<EventRow>(query, at).toArray();
    await Promise.all(due.map((event) => this.#deliver(event, at)));
  }

  async #deliver(event: EventRow, at: number): Promise<void> {
    const delivery = await deliverEvent({ env: this.#env, now: at, log }, event, this.#plid).catch(
      (cause: unknown): Delivery => ({ ...unreachable, cause: describeFailure(cause) }),
    );
    const { jti, client_id, type } = event;
    const line = { security_event: type, client_id, jti, attempt: event.attempts + 1 };
    if (delivery.outcome === 'failed') return this.#tryAgain(event, delivery, at, line);
    if (delivery.outcome === 'refused') {
      const { status, err } = delivery;
      if (!(await this.#lose(event, 'refused', err ? `${status} ${err}` : String(status), at))) return;
    } else await this.#settle(event);
    if (delivery.outcome === 'unwanted') return;
    log(delivery.outcome === 'refused' ? 'error' : 'info', { ...line, ...delivery });
  }

  /** The last attempt is made when the event's time is up. */
  async #tryAgain(event: EventRow, failed: FailedDelivery, at: number, line: LogFields): Promise<void> {
    const { retryAfter, firstPause, ...told } = failed;
    const last = event.at + eventLifetime;
    if (at >= last) {
      if (await this.#lose(event, 'given_up', answerOf(failed), at))
        log('error', { ...line, ...told, outcome: 'given up' });
      return;
    }
    const pause = Math.min(firstPause * 2 ** event.attempts, maxEventPause);
    const due = Math.min(at + Math.max(pause, retryAfter), last);
    this.#sql.exec('UPDATE events SET attempts = attempts + 1, due = ? WHERE jti = ?', due, event.jti);
    log('warn', { ...line, ...told });
    if (event.attempts === 0) await this.#note(event, 'waiting', answerOf(failed));
  }

  /** Deletes an event that was taken, or that no application wants. */
  async #settle({ jti, client_id, attempts }: EventRow): Promise<void> {
    this.#sql.exec('DELETE FROM events WHERE jti = ?', jti);
    if (attempts === 0) return;
    const deleting = this.#env.APPLICATIONS.delete(undeliveredEventKey(client_id, jti));
    await callKv('forgetting an event', deleting).catch(() => undefined);
  }

  /**
   * Keeps an event for an operator. One that the list does not name would never be found: where KV fails it is tried again.
   * @returns whether it is kept.
   */
  async #lose(
    event: EventRow,
    status: EventStatus,
    answer: string | undefined,
    at: number,
  ): Promise<boolean> {
    const isListed = await this.#note(event, status, answer);
    if (isListed) {
      const statement = 'UPDATE events SET lost = ?, due = ? WHERE jti = ?';
      this.#sql.exec(statement, status, at + lostEventLifetime, event.jti);
    } else this.#sql.exec('UPDATE events SET due = ? WHERE jti = ?', at + maxEventPause, event.jti);
    return isListed;
  }

  /** Writes an event into the list for operators. @returns whether it is there. */
  async #note(event: EventRow, status: EventStatus, answer: string | undefined): Promise<boolean> {
    const { jti, client_id, type, moment } = event;
    const at = Math.floor(moment / 1000);
    const metadata: UndeliveredEvent = {
      plid: this.#plid ?? '',
      type,
      at,
      status,
      ...(answer && { answer }),
    };
    const expirationTtl = status === 'waiting' ? eventLifetime : lostEventLifetime;
    try {
      const writing = this.#env.APPLICATIONS.put(undeliveredEventKey(client_id, jti), '', {
        metadata,
        expirationTtl,
      });
      await callKv('listing an event', writing);
      return true;
    } catch (failure) {
      log('warn', { client_id, jti, listed: false, cause: describeFailure(failure) });
      return false;
    }
  }
}

/** The result without an answer. */
const unreachable: FailedDelivery = { outcome: 'failed', retryAfter: 0, firstPause: firstEventPause };

const answerOf = ({ status }: FailedDelivery) => (status === undefined ? undefined : String(status));
