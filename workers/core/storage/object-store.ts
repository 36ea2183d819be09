import { alarmTime, type ClockBinding } from '../worker/clock.ts';

/**
 * The tables of a Durable Object, as an ordered list of migrations: the first makes them, each later one changes
 * the tables of the ones before. A migration is never edited once it was released; a change is a new one at the end.
 */
export type Migrations = readonly [first: string, ...later: string[]];

/** The key under which the object counts its migrations. */
const versionKey = 'schema';

/**
 * The tables and the alarm of a Durable Object. Their state is remembered for as long as the object stays in memory, so that
 * a call asks nothing twice, and an alarm that is early enough is not written again: each one costs as much as a row.
 */
export class ObjectStore {
  readonly #storage: DurableObjectStorage;
  readonly #env: ClockBinding;
  readonly #migrations: Migrations;
  /** Whether the tables are there, and up to date; undefined until somebody asks. */
  #isMade: boolean | undefined;
  /** When the alarm runs, in milliseconds since 1970; null where none is set. */
  #alarm: number | null = null;

  constructor(ctx: DurableObjectState, env: ClockBinding, migrations: Migrations) {
    this.#storage = ctx.storage;
    this.#env = env;
    this.#migrations = migrations;
    void ctx.blockConcurrencyWhile(async () => {
      this.#alarm = await this.#storage.getAlarm();
    });
  }

  /**
   * Whether the object has tables, which are then up to date. One that holds nothing stays empty, so that asking for an object that
   * was never made leaves nothing behind.
   */
  exists(): boolean {
    if (this.#isMade === undefined) {
      const version = this.#version();
      if (version > 0) this.#migrate(version);
      this.#isMade = version > 0;
    }
    return this.#isMade;
  }

  /** Makes the tables where there are none, and changes what is in them: all of it, or nothing where `change` throws. */
  change<Result>(change: () => Result): Result {
    const isMade = this.exists();
    try {
      return this.#storage.transactionSync(() => {
        if (!isMade) this.#migrate(0);
        this.#isMade = true;
        return change();
      });
    } catch (failure) {
      this.#isMade = isMade;
      throw failure;
    }
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

  /** Deletes everything, the alarm included. */
  deleteAll(): Promise<void> {
    const deleting = this.#storage.deleteAll();
    this.#isMade = undefined;
    this.#alarm = null;
    return deleting;
  }

  #version(): number {
    return this.#storage.kv.get<number>(versionKey) ?? 0;
  }

  /**
   * All missing migrations in one transaction. An object that a later release has written is left as it is: its columns are
   * named in every statement, so that a release can be rolled back.
   */
  #migrate(version: number): void {
    if (version >= this.#migrations.length) return;
    this.#storage.transactionSync(() => {
      for (const migration of this.#migrations.slice(version)) this.#storage.sql.exec(migration);
      this.#storage.kv.put(versionKey, this.#migrations.length);
    });
  }
}
