import { nextAttempt, withoutResponse } from '../../core/http/delivery.ts';
import { withTimeout } from '../../core/storage/call-with-timeout.ts';
import { describeFailure, type LogFields, workerLog } from '../../core/worker/log.ts';
import { departureRetryPeriod } from '../settings/gateway-lifetimes.ts';
import type { Departure } from './user-tables.ts';

/**
 * The application's handlers in the `env` of a User. The key is a symbol because no configuration of a Worker can set
 * one. Only the gateway in an application's own Worker has handlers.
 */
export const departureHandlers = Symbol('departure handlers');

export type DepartureHandler = (
  departure: Departure,
  ctx: Pick<DurableObjectState, 'waitUntil'>,
) => void | Promise<void>;

export interface DepartureEnv {
  [departureHandlers]?: Partial<Record<Departure['type'], DepartureHandler>>;
}

/** A departure that the application hasn't handled yet. Times in seconds since 1970. */
interface PendingDeparture extends Departure {
  version: 1;
  /** When the user left. */
  since: number;
  /** Number of failed attempts. */
  attempts: number;
  due: number;
}

const key = 'departure';

/** Time after which the alarm repeats a call without a result, such as after a restart, in seconds. */
const firstCallPeriod = 60;

/** Time after which a handler counts as failed, in milliseconds. */
const handlerTimeout = 30_000;

const log = workerLog('gateway-objects');

/**
 * A user's last departure, until the application's handler has succeeded. It is stored in the same transaction as the
 * end of the user's sessions. The first call belongs to the request, and the user's alarm repeats it. A handler is
 * called at least once.
 */
export class DepartureOutbox {
  readonly #ctx: DurableObjectState;
  readonly #env: DepartureEnv;

  constructor(ctx: DurableObjectState, env: DepartureEnv) {
    this.#ctx = ctx;
    this.#env = env;
  }

  /** The time since which the application hasn't handled the departure; undefined if there is nothing to handle. */
  since(): number | undefined {
    return this.#pending()?.since;
  }

  /** @returns undefined if there is nothing to handle. */
  nextDue(): number | undefined {
    return this.#pending()?.due;
  }

  /** Stores a departure that {@link call} handles soon. A later departure includes an earlier one. */
  add(departure: Departure, at: number): void {
    if (this.#handlerOf(departure) === undefined) return;
    this.#store({ ...departure, version: 1, since: at, attempts: 0, due: at + firstCallPeriod });
  }

  /** Calls the handler for a departure. It never throws. @returns whether the handler has succeeded. */
  async call(departure: Departure, at: number): Promise<boolean> {
    const handler = this.#handlerOf(departure);
    if (handler === undefined) return this.#forget(departure);
    const attempts = this.#pendingOf(departure)?.attempts ?? 0;
    const line = { security_event: departure.type, person: departure.person, attempt: attempts + 1 };
    try {
      const ctx = { waitUntil: (work: Promise<unknown>) => this.#ctx.waitUntil(work) };
      await withTimeout(Promise.resolve(handler(departure, ctx)), handlerTimeout);
    } catch (failure) {
      this.#tryAgain(departure, at, line, failure);
      return false;
    }
    log('info', { ...line, outcome: 'delivered' });
    return this.#forget(departure);
  }

  /**
   * Calls the handler again if it is time.
   * @returns the time of the next call, if there is one.
   */
  async deliver(at: number): Promise<number | undefined> {
    const pending = this.#pending();
    if (pending !== undefined && pending.due <= at) await this.call(pending, at);
    return this.nextDue();
  }

  /** Without a stored departure, only the caller repeats the call. */
  #tryAgain(departure: Departure, at: number, line: LogFields, failure: unknown): void {
    const { retryAfter, firstPause, ...failed } = withoutResponse(describeFailure(failure));
    const pending = this.#pendingOf(departure);
    if (pending === undefined) {
      log('warn', { ...line, ...failed });
      return;
    }
    const { attempts, since } = pending;
    const due = nextAttempt(
      { retryAfter, firstPause, ...failed },
      attempts,
      since + departureRetryPeriod,
      at,
    );
    if (due === undefined) {
      this.#ctx.storage.kv.delete(key);
      log('error', { ...line, ...failed, outcome: 'given up' });
    } else {
      this.#store({ ...pending, attempts: attempts + 1, due });
      log('warn', { ...line, ...failed });
    }
  }

  /** Nothing is left to do, also if a later release of the application has no handler. */
  #forget(departure: Departure): true {
    if (this.#pendingOf(departure) !== undefined) this.#ctx.storage.kv.delete(key);
    return true;
  }

  #handlerOf({ type }: Departure): DepartureHandler | undefined {
    return this.#env[departureHandlers]?.[type];
  }

  #pending(): PendingDeparture | undefined {
    return this.#ctx.storage.kv.get<PendingDeparture>(key);
  }

  /** The stored departure, if it is this one. Meanwhile, the user may have left again. */
  #pendingOf({ type, moment }: Departure): PendingDeparture | undefined {
    const pending = this.#pending();
    return pending?.type === type && pending.moment === moment ? pending : undefined;
  }

  #store(pending: PendingDeparture): void {
    this.#ctx.storage.kv.put<PendingDeparture>(key, pending);
  }
}
