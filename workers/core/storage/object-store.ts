import type { ClockBinding } from '../worker/clock.ts';
import { ObjectAlarm } from './object-alarm.ts';

/**
 * The tables of a Durable Object, as an ordered list of migrations. The first migration creates the tables, and
 * each later migration changes them. Never edit a released migration. Add each change as a new migration at the
 * end. If optional parts of an object bring tables, each has a list of its own, and migrations at the same place belong
 * to the same release: a shorter list is first filled with `''` up to the length of the longest released list.
 */
export type Migrations = readonly [first: string, ...later: string[]];

/** The storage key of the migration count. */
const versionKey = 'schema';

/**
 * The tables and the alarm of a Durable Object. The state of the tables and the alarm is cached while the object
 * is in memory, so that calls don't read this state twice.
 */
export class ObjectStore extends ObjectAlarm {
  readonly #storage: DurableObjectStorage;
  readonly #lists: Migrations[];
  /** Whether the tables exist and are up to date; undefined until the first check. */
  #isMade: boolean | undefined;

  constructor(ctx: DurableObjectState, env: ClockBinding, migrations: Migrations) {
    super(ctx, env);
    this.#storage = ctx.storage;
    this.#lists = [migrations];
  }

  /** Adds the tables of an optional part, before the object is called. */
  add(migrations: Migrations): void {
    this.#lists.push(migrations);
  }

  /**
   * Brings the object's tables up to date if it has any. An object without data stays empty, so that reading a
   * name that was never used stores nothing.
   * @returns whether the object has tables.
   */
  exists(): boolean {
    if (this.#isMade === undefined) {
      const version = this.#version();
      if (version > 0) this.#migrate(version);
      this.#isMade = version > 0;
    }
    return this.#isMade;
  }

  /**
   * Creates missing tables and runs a change in one transaction. If `change` throws, the transaction is rolled
   * back.
   */
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

  override deleteAll(): Promise<void> {
    this.#isMade = undefined;
    return super.deleteAll();
  }

  #version(): number {
    return this.#storage.kv.get<number>(versionKey) ?? 0;
  }

  /**
   * Runs all missing migrations in one transaction. Tables that a later release created stay unchanged. Because
   * every statement names its columns, a release can be rolled back.
   */
  #migrate(version: number): void {
    const latest = Math.max(...this.#lists.map(({ length }) => length));
    if (version >= latest) return;
    this.#storage.transactionSync(() => {
      for (let next = version; next < latest; next++)
        this.#storage.sql.exec(this.#lists.flatMap((list) => list[next] ?? []).join('\n'));
      this.#storage.kv.put(versionKey, latest);
    });
  }
}
