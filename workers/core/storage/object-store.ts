import type { ClockBinding } from '../worker/clock.ts';
import { ObjectAlarm } from './object-alarm.ts';

/**
 * The tables of a Durable Object, as an ordered list of migrations: the first makes them, each later one changes
 * the tables of the ones before. A migration is never edited once it was released; a change is a new one at the end.
 */
export type Migrations = readonly [first: string, ...later: string[]];

/** The key under which the object counts its migrations. */
const versionKey = 'schema';

/**
 * The tables and the alarm of a Durable Object. Their state is remembered for as long as the object stays in memory, so that
 * a call asks nothing twice.
 */
export class ObjectStore extends ObjectAlarm {
  readonly #storage: DurableObjectStorage;
  readonly #migrations: Migrations;
  /** Whether the tables are there, and up to date; undefined until somebody asks. */
  #isMade: boolean | undefined;

  constructor(ctx: DurableObjectState, env: ClockBinding, migrations: Migrations) {
    super(ctx, env);
    this.#storage = ctx.storage;
    this.#migrations = migrations;
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

  override deleteAll(): Promise<void> {
    this.#isMade = undefined;
    return super.deleteAll();
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
