import { describeFailure, type LogFields, objectLog } from '../../core/worker/log.ts';
import type { EventType } from '../shared/security-event.ts';
import { eventLifetime, firstEventPause, maxEventPause } from '../shared/service-lifetimes.ts';
import { type EventRow, eventColumns, type UntoldEvent } from './account-tables.ts';
import { type Delivery, deliverEvent, type EventEnv, type FailedDelivery } from './deliver-event.ts';

export type { EventEnv };

const log = objectLog('service-objects');

/** How many events are sent at once; the next ones follow right after. */
const batch = 20;

/**
 * The events of an account that applications have not been told yet. They are written in the same step as the change that
 * they tell of, and sent by the account's alarm: at least once, each with the same `jti` at every attempt. The tables
 * must exist (account-tables.ts).
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

  /** Whether an application takes events is decided when they are sent. */
  add(type: EventType, client_ids: readonly string[], at: number): void {
    if (!this.isUsed) return;
    for (const client_id of client_ids) {
      this.#sql.exec(
        'INSERT INTO events (jti, client_id, type, at, moment, due) VALUES (?, ?, ?, ?, ?, ?)',
        ...[crypto.randomUUID(), client_id, type, at, Date.now(), at],
      );
    }
  }

  list(): UntoldEvent[] {
    return this.#sql
      .exec<UntoldEvent>('SELECT client_id, type, at FROM events ORDER BY at, client_id')
      .toArray();
  }

  /** Sends what is due. It never throws: what fails is due again later, or given up. */
  async deliver(at: number): Promise<void> {
    const query = `SELECT ${eventColumns} FROM events WHERE due <= ? ORDER BY due LIMIT ${batch}`;
    const due = this.#sql.exec<EventRow>(query, at).toArray();
    await Promise.all(due.map((event) => this.#deliver(event, at)));
  }

  async #deliver(event: EventRow, at: number): Promise<void> {
    const delivery = await deliverEvent({ env: this.#env, now: at, log }, event, this.#plid).catch(
      (cause: unknown): Delivery => ({ outcome: 'failed', cause: describeFailure(cause), retryAfter: 0 }),
    );
    const { jti, client_id, type } = event;
    const line = { security_event: type, client_id, jti, attempt: event.attempts + 1 };
    if (delivery.outcome === 'failed') return this.#tryAgain(event, delivery, at, line);
    this.#sql.exec('DELETE FROM events WHERE jti = ?', jti);
    if (delivery.outcome === 'unwanted') return;
    log(delivery.outcome === 'refused' ? 'error' : 'info', { ...line, ...delivery });
  }

  /** The last attempt is made when the event's time is up. */
  #tryAgain(event: EventRow, { retryAfter, ...failed }: FailedDelivery, at: number, line: LogFields): void {
    const last = event.at + eventLifetime;
    if (at >= last) {
      this.#sql.exec('DELETE FROM events WHERE jti = ?', event.jti);
      log('error', { ...line, ...failed, outcome: 'given up' });
      return;
    }
    const pause = Math.min(firstEventPause * 2 ** event.attempts, maxEventPause);
    const due = Math.min(at + Math.max(pause, retryAfter), last);
    this.#sql.exec('UPDATE events SET attempts = attempts + 1, due = ? WHERE jti = ?', due, event.jti);
    log('warn', { ...line, ...failed });
  }
}
