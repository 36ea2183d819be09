import { alarmTime, type ClockBinding } from '../worker/clock.ts';

/**
 * The alarm of a Durable Object. Setting an alarm costs as much as writing a row, so an alarm that is early enough
 * isn't set again. The alarm's time is therefore cached while the object is in memory.
 */
export class ObjectAlarm {
  readonly #storage: DurableObjectStorage;
  readonly #env: ClockBinding;
  /** The time of the alarm in milliseconds since 1970, or null if no alarm is set. */
  #alarm: number | null = null;

  constructor(ctx: DurableObjectState, env: ClockBinding) {
    this.#storage = ctx.storage;
    this.#env = env;
    void ctx.blockConcurrencyWhile(async () => {
      this.#alarm = await this.#storage.getAlarm();
    });
  }

  /**
   * Sets the alarm to `due` or earlier. The alarm handler determines what is due, and sets the next alarm. An
   * overdue alarm has failed or is late, so it is set to run now. `due` and `at` are in seconds since 1970.
   */
  wakeBy(due: number, at: number): void {
    const present = Date.now();
    const needed = due <= at ? present : alarmTime(this.#env, due);
    const isOverdue = this.#alarm !== null && this.#alarm <= present;
    if (this.#alarm !== null && this.#alarm <= needed && !isOverdue) return;
    this.#alarm = isOverdue ? present : needed;
    void this.#storage.setAlarm(this.#alarm);
  }

  /** Removes the alarm. */
  sleep(): Promise<void> {
    this.#alarm = null;
    return this.#storage.deleteAlarm();
  }

  /**
   * Runs the work of an alarm. If the work fails, the runtime retries it, and so does the next call that needs an
   * alarm.
   */
  async woken(work: () => Promise<void>): Promise<void> {
    this.#alarm = null;
    try {
      await work();
    } catch (failure) {
      this.#alarm = Date.now();
      throw failure;
    }
  }

  /** Deletes everything that the object stores, including the alarm. */
  deleteAll(): Promise<void> {
    this.#alarm = null;
    return this.#storage.deleteAll();
  }
}
