import { alarmTime, type ClockBinding } from '../worker/clock.ts';

/**
 * The alarm of a Durable Object. It is remembered for as long as the object stays in memory: one that is early enough is not written
 * again, since each costs as much as a row.
 */
export class ObjectAlarm {
  readonly #storage: DurableObjectStorage;
  readonly #env: ClockBinding;
  /** When the alarm runs, in milliseconds since 1970; null where none is set. */
  #alarm: number | null = null;

  constructor(ctx: DurableObjectState, env: ClockBinding) {
    this.#storage = ctx.storage;
    this.#env = env;
    void ctx.blockConcurrencyWhile(async () => {
      this.#alarm = await this.#storage.getAlarm();
    });
  }

  /**
   * Sets the alarm to run at `due` or before. The alarm finds out by itself what is due, and when the next is. One that is
   * overdue has failed, or is late, and runs now. Both times in seconds since 1970.
   */
  wakeBy(due: number, at: number): void {
    const present = Date.now();
    const needed = due <= at ? present : alarmTime(this.#env, due);
    const isOverdue = this.#alarm !== null && this.#alarm <= present;
    if (this.#alarm !== null && this.#alarm <= needed && !isOverdue) return;
    this.#alarm = isOverdue ? present : needed;
    void this.#storage.setAlarm(this.#alarm);
  }

  /** Nothing is due any more. */
  sleep(): Promise<void> {
    this.#alarm = null;
    return this.#storage.deleteAlarm();
  }

  /** The work of an alarm. If it fails, the runtime tries again, and so does the next call that needs an alarm. */
  async woken(work: () => Promise<void>): Promise<void> {
    this.#alarm = null;
    try {
      await work();
    } catch (failure) {
      this.#alarm = Date.now();
      throw failure;
    }
  }

  /** Deletes everything that the object stores, the alarm included. */
  deleteAll(): Promise<void> {
    this.#alarm = null;
    return this.#storage.deleteAll();
  }
}
