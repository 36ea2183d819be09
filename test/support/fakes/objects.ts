import { DatabaseSync } from 'node:sqlite';
import type { Fate, Schedule } from './schedule.ts';
import { SqlInMemory } from './sql-in-memory.ts';

/**
 * Replaces `cloudflare:workers` (load.ts): the classes of objects run in Node, over SQLite in memory.
 * @public
 */
export class DurableObject<Env> {
  readonly ctx: DurableObjectState;
  readonly env: Env;
  constructor(ctx: DurableObjectState, env: Env) {
    this.ctx = ctx;
    this.env = env;
  }
}
/** @public */
export class WorkerEntrypoint<Env> extends DurableObject<Env> {}
/** Work after a response isn’t awaited in Node. @public */
export const waitUntil = (): void => undefined;

type Method = (...parameters: unknown[]) => unknown;
type ObjectClass = new (ctx: DurableObjectState, env: never) => object;

/** The platform's error for a call to an object that it has just ended. */
const wasReset = () => Object.assign(new Error('the object was reset'), { durableObjectReset: true });

/** One object in memory, until the platform ends it. */
export interface Running {
  instance: object;
  ready: Promise<unknown>;
  /** Fails all pending calls when the object is ended. */
  end: () => void;
  ended: Promise<never>;
  isEnded: boolean;
}

/** The storage of one object: it outlives the object. @public */
export class Storage {
  #database = new DatabaseSync(':memory:');
  #values = new Map<string, unknown>();
  #depth = 0;
  alarm: number | null = null;

  readonly kv = {
    get: (key: string) => structuredClone(this.#values.get(key)),
    put: (key: string, value: unknown) => void this.#values.set(key, structuredClone(value)),
    delete: (key: string) => this.#values.delete(key),
    list: ({ prefix = '' } = {}) =>
      structuredClone([...this.#values].filter(([key]) => key.startsWith(prefix)).sort()),
  };
  readonly sql = new SqlInMemory(() => this.#database);

  transactionSync<Result>(work: () => Result): Result {
    const [name, values] = [`level${this.#depth}`, new Map(this.#values)];
    this.#depth += 1;
    this.#database.exec(`SAVEPOINT ${name}`);
    try {
      const result = work();
      this.#database.exec(`RELEASE ${name}`);
      return result;
    } catch (failure) {
      this.#database.exec(`ROLLBACK TO ${name}; RELEASE ${name}`);
      this.#values = values;
      throw failure;
    } finally {
      this.#depth -= 1;
    }
  }

  getAlarm = async () => this.alarm;
  setAlarm = async (alarm: number) => {
    this.alarm = alarm;
  };
  deleteAlarm = async () => {
    this.alarm = null;
  };
  deleteAll = async () => {
    this.close();
    this.#database = new DatabaseSync(':memory:');
    this.#values = new Map();
    this.alarm = null;
  };
  close = () => this.#database.close();
}

/** Every object of a world, and the calls between them, which a schedule decides. */
export class Objects {
  readonly #classes: Record<string, ObjectClass>;
  readonly #envOf: (className: string, objects: Objects, self: () => Running | undefined) => object;
  readonly schedule: Schedule;
  readonly #running = new Map<string, Running>();
  readonly #storages = new Map<string, Storage>();

  constructor(
    schedule: Schedule,
    classes: Record<string, ObjectClass>,
    envOf: (className: string, objects: Objects, self: () => Running | undefined) => object,
  ) {
    this.schedule = schedule;
    this.#classes = classes;
    this.#envOf = envOf;
  }

  /** A binding. @param caller the object that is bound to it; none for a worker. */
  namespace(className: string, caller: () => Running | undefined = () => undefined) {
    const idFromName = (name: string) => ({ name, toString: () => name });
    const get = ({ name }: { name: string }) =>
      new Proxy(
        {},
        {
          get: (_, method: string) =>
            method === 'then'
              ? undefined
              : (...parameters: unknown[]) => this.#call(className, name, method, parameters, caller()),
        },
      );
    return { idFromName, get };
  }

  /** Calls a method at once, for a test that looks at the stored state. */
  ask(className: string, name: string, method: string, ...parameters: unknown[]): Promise<unknown> {
    return this.#invoke(`${className} ${name}`, className, method, parameters);
  }

  alarms(): { key: string; due: number }[] {
    return [...this.#storages].flatMap(([key, { alarm }]) => (alarm === null ? [] : [{ key, due: alarm }]));
  }

  /** The storage of each object that was ever called, by class and name. */
  storages(): ReadonlyMap<string, Storage> {
    return this.#storages;
  }

  async wake(key: string): Promise<void> {
    const [className = ''] = key.split(' ');
    this.#storage(key).alarm = null;
    await this.#invoke(key, className, 'alarm', []);
  }

  close(): void {
    for (const storage of this.#storages.values()) storage.close();
  }

  async #call(className: string, name: string, method: string, parameters: unknown[], caller?: Running) {
    const label = `${className}.${method}`;
    const fate = await this.schedule.gate(label, true);
    if (fate === 'ended' && caller !== undefined) return endCaller(caller);
    if (fate === 'lost' || fate === 'ended') throw wasReset();
    const key = `${className} ${name}`;
    const answer = await this.#invoke(key, className, method, parameters).then(
      (result) => () => result,
      (failure: unknown) => () => {
        throw failure;
      },
    );
    await this.schedule.gate(`${label} answers`);
    if (fate === 'orphaned' && caller !== undefined) return endCaller(caller);
    if (isLost(fate)) throw wasReset();
    return answer();
  }

  async #invoke(key: string, className: string, method: string, parameters: unknown[]): Promise<unknown> {
    const running = this.#start(key, className);
    await Promise.race([running.ready, running.ended]);
    const work = Reflect.get(running.instance, method) as Method;
    const result = await Promise.race([
      work.apply(running.instance, structuredClone(parameters)),
      running.ended,
    ]);
    return structuredClone(result);
  }

  #start(key: string, className: string): Running {
    const present = this.#running.get(key);
    if (present !== undefined && !present.isEnded) return present;
    const { promise: ended, reject } = Promise.withResolvers<never>();
    ended.catch(() => undefined);
    const running: Running = {
      instance: {},
      ready: Promise.resolve(),
      ended,
      isEnded: false,
      end() {
        running.isEnded = true;
        reject(wasReset());
      },
    };
    const blockConcurrencyWhile = (work: () => Promise<unknown>) => {
      running.ready = work();
      return running.ready;
    };
    const [, name] = key.split(/ (.*)/);
    const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined);
    const id = { name, toString: () => key };
    const ctx = { storage: this.#storage(key), id, blockConcurrencyWhile, waitUntil };
    const Class = this.#classes[className] as ObjectClass;
    const env = this.#envOf(className, this, () => running);
    running.instance = new Class(ctx as never, env as never);
    this.#running.set(key, running);
    return running;
  }

  #storage(key: string): Storage {
    const storage = this.#storages.get(key) ?? new Storage();
    this.#storages.set(key, storage);
    return storage;
  }
}

/** The platform ends an object in the middle of a call that it makes: no code in it continues. */
function endCaller(caller: Running): Promise<never> {
  caller.end();
  return new Promise(() => undefined);
}

const isLost = (fate: Fate): boolean => fate === 'unanswered' || fate === 'orphaned';
