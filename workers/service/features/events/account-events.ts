import {
  type FailedDelivery,
  maxRetryPause,
  nextAttempt,
  withoutResponse,
} from '../../../core/http/delivery.ts';
import { callKv } from '../../../core/storage/call-with-timeout.ts';
import { describeFailure, type LogFields, workerLog } from '../../../core/worker/log.ts';
import type { AccountContext, AccountPart, EndedSignIn } from '../../objects/account-part.ts';
import {
  type EventStatus,
  type UndeliveredEvent,
  type UndeliveredEventRow,
  undeliveredEventKey,
} from '../../objects/undelivered-events.ts';
import type { SecurityEventType } from '../../protocol/security-event.ts';
import { eventRetryPeriod, manualRedeliveryPeriod } from '../../settings/service-lifetimes.ts';
import { deliverEvent, type EventEnv } from './deliver-event.ts';
import { type EventRow, eventColumns, eventMigrations } from './event-tables.ts';

export type { EventEnv };

const log = workerLog('service-objects');

/** Number of events sent in parallel. The next batch follows immediately. */
const batch = 20;

/**
 * Events of an account that applications haven't received yet. Each event is stored in the same transaction as the
 * change that it reports. The account's alarm sends each event at least once, with the same `jti` at every
 * attempt. After an event is rejected or its retries end, it stays stored for some time, so that an operator can
 * redeliver it. Without `EVENT_KEY`, the service has no events.
 */
export class AccountEvents implements AccountPart {
  readonly migrations = eventMigrations;
  readonly #account: AccountContext;
  readonly #sql: SqlStorage;
  readonly #env: EventEnv;

  constructor(account: AccountContext, env: EventEnv) {
    this.#account = account;
    this.#sql = account.storage.sql;
    this.#env = env;
  }

  signInEnded({ client_id, isConnected }: EndedSignIn, at: number): void {
    if (isConnected) this.#add('session-revoked', client_id, at);
  }

  disconnected(client_id: string, at: number): void {
    this.#add('tokens-revoked', client_id, at);
  }

  terminated(client_ids: readonly string[], at: number): void {
    for (const client_id of client_ids) this.#add('account-purged', client_id, at);
  }

  /**
   * Queues an event again and sets its count of delivery attempts to one. The event's `toe` stays the same.
   * @returns whether the event exists.
   */
  resend(jti: string, at: number): boolean {
    if (!this.#account.store.exists()) return false;
    const statement = 'UPDATE events SET lost = NULL, attempts = 1, at = ?, due = ? WHERE jti = ?';
    const isThere = this.#sql.exec(statement, at, at, jti).rowsWritten > 0;
    if (isThere) this.#account.store.wakeBy(at, at);
    return isThere;
  }

  list(): UndeliveredEventRow[] {
    if (!this.#account.store.exists()) return [];
    const query = `SELECT client_id, type, CAST(moment / 1000 AS INTEGER) AS at, coalesce(lost, 'waiting') AS status
      FROM events ORDER BY moment, client_id`;
    return this.#sql.exec<Required<UndeliveredEventRow>>(query).toArray();
  }

  /**
   * Deletes events that were rejected or not delivered in time, if their period for redelivery has ended.
   * @returns when the next event is due, or Infinity.
   */
  deleteExpired(at: number): number {
    if (!this.#account.store.exists()) return Infinity;
    this.#sql.exec('DELETE FROM events WHERE lost IS NOT NULL AND due <= ?', at);
    const [row] = this.#sql.exec<{ due: number | null }>('SELECT min(due) AS due FROM events');
    return row?.due ?? Infinity;
  }

  /** Sends due events. Never throws, because a failed event is retried later or given up. */
  async deliver(at: number): Promise<void> {
    const query = `SELECT ${eventColumns} FROM events WHERE lost IS NULL AND due <= ? ORDER BY due LIMIT ${batch}`;
    const due = this.#sql.exec<EventRow>(query, at).toArray();
    await Promise.all(due.map((event) => this.#deliver(event, at)));
  }

  /**
   * Adds an event that ends the user's sessions at an application, in two forms: a security event and a back-channel
   * logout. At delivery, each form is sent only if the application receives that form.
   */
  #add(type: SecurityEventType, client_id: string, at: number): void {
    if (this.#env.EVENT_KEY === undefined) return;
    for (const form of [type, 'logout'])
      this.#sql.exec(
        'INSERT INTO events (jti, client_id, type, at, moment, due) VALUES (?, ?, ?, ?, ?, ?)',
        crypto.randomUUID(),
        client_id,
        form,
        at,
        Date.now(),
        at,
      );
  }

  async #deliver(event: EventRow, at: number): Promise<void> {
    const delivery = await deliverEvent({ env: this.#env, now: at, log }, event, this.#account.plid).catch(
      (cause: unknown) => withoutResponse(describeFailure(cause)),
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

  /** Retries an event later. The last attempt is made when the event expires. */
  async #tryAgain(event: EventRow, failed: FailedDelivery, at: number, line: LogFields): Promise<void> {
    const { retryAfter, firstPause, ...failure } = failed;
    const due = nextAttempt(failed, event.attempts, event.at + eventRetryPeriod, at);
    if (due === undefined) {
      if (await this.#lose(event, 'given_up', answerOf(failed), at))
        log('error', { ...line, ...failure, outcome: 'given up' });
      return;
    }
    this.#sql.exec('UPDATE events SET attempts = attempts + 1, due = ? WHERE jti = ?', due, event.jti);
    log('warn', { ...line, ...failure });
    if (event.attempts === 0) await this.#note(event, 'waiting', answerOf(failed));
  }

  /** Deletes an event that was accepted or that no application wants. */
  async #settle({ jti, client_id, attempts }: EventRow): Promise<void> {
    this.#sql.exec('DELETE FROM events WHERE jti = ?', jti);
    if (attempts === 0) return;
    const deleting = this.#env.APPLICATIONS.delete(undeliveredEventKey(client_id, jti));
    await callKv('forgetting an event', deleting).catch(() => undefined);
  }

  /**
   * Stores an undelivered event for an operator. Operators find events only through the list in KV, so a failed
   * write to the list is retried later.
   * @returns whether the event is in the list.
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
      this.#sql.exec(statement, status, at + manualRedeliveryPeriod, event.jti);
    } else this.#sql.exec('UPDATE events SET due = ? WHERE jti = ?', at + maxRetryPause, event.jti);
    return isListed;
  }

  /** Adds an event to the operators' list. @returns whether it is in the list. */
  async #note(event: EventRow, status: EventStatus, answer: string | undefined): Promise<boolean> {
    const { jti, client_id, type, moment } = event;
    const at = Math.floor(moment / 1000);
    const metadata: UndeliveredEvent = {
      plid: this.#account.plid ?? '',
      type,
      at,
      status,
      ...(answer && { answer }),
    };
    const expirationTtl = status === 'waiting' ? eventRetryPeriod : manualRedeliveryPeriod;
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

const answerOf = ({ status }: FailedDelivery) => (status === undefined ? undefined : String(status));
