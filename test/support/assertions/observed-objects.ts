import { DurableObject } from 'cloudflare:workers';
import { type AtRest, type Dump, dump, inspect, restore } from './inspect-storage.ts';

/**
 * The failures of Durable Objects: `reset` as when the platform ends one during a call, and marks the error so; `bug` as when our own code throws;
 * `sql` as when SQLite refuses a statement.
 */
export type ObjectFailure = 'reset' | 'bug' | 'sql';

/** The class of an object, and its id. */
export type ObjectName = [className: string, id: string];

/** The error with which an emptied object ends. */
export const wiped = 'the tests have emptied this object';

/** The calls of a test to any object of its world. */
export interface Observed {
  atRest(): Promise<AtRest>;
  /** Its contents in a form that a file can hold, and the way back. */
  dump(): Dump;
  restore(dump: Dump): void;
  /** Ends it as the runtime does: the next call starts it again. */
  restart(): void;
  /** Runs its alarm, if one is set. */
  ring(): Promise<void>;
  wipe(): Promise<void>;
  /** From now on every call to any object of this worker fails in this way, or none does. */
  failAll(failure: ObjectFailure | undefined): void;
  /** From now on every call to this object fails in this way, or none does. */
  failAlone(failure: ObjectFailure | undefined): void;
  /** The number of calls that have reached the objects of this worker, including those that failed. */
  calls(): number;
  /** Every object of this worker that was called since it was last emptied. */
  known(): ObjectName[];
  /** The objects whose alarm is set for a later time. */
  waiting(): ObjectName[];
  /** Waits until no alarm of this worker's objects runs or is due now. */
  settled(): Promise<ObjectName[]>;
}

interface Env {
  /** Set if the clock of the tests moves: alarms then ring when it is moved, and not by themselves. */
  ALARMS_RING?: string;
  CLOCK?: unknown;
}
type Instance = { ctx: DurableObjectState; alarm(): Promise<void> };
// biome-ignore lint/suspicious/noExplicitAny: the classes have environments of their own
type ObjectClass = new (ctx: DurableObjectState, env: any) => object;

const known = new Map<string, ObjectName>();
const waiting = new Map<string, number>();
const ringing = new Set<string>();
const failing = new Map<string, ObjectFailure>();
let allFail: ObjectFailure | undefined;
let calls = 0;

const idOf = ({ ctx }: Pick<Instance, 'ctx'>): string => ctx.id.toString();

/** A class whose objects tests can inspect and make fail. @param uncounted methods that only alarms call, at unpredictable times. */
export function observed<Class extends ObjectClass>(
  Real: Class,
  name: string,
  uncounted: readonly string[] = [],
): Class {
  letFail(Real.prototype, uncounted);
  class ObservedObject extends (Real as ObjectClass) {
    constructor(ctx: DurableObjectState, env: Env) {
      if (env.ALARMS_RING !== undefined && env.CLOCK !== undefined) keepAlarms(ctx);
      super(ctx, env);
      known.set(ctx.id.toString(), [name, ctx.id.toString()]);
    }
  }
  const taken = Object.keys(window).filter((method) => method in Real.prototype);
  if (taken.length > 0) throw new Error(`${name} has methods of its own that are called ${taken}`);
  Object.assign(ObservedObject.prototype, window);
  if ('alarm' in Real.prototype) {
    Reflect.set(ObservedObject.prototype, 'alarm', async function (this: Instance) {
      await Reflect.get(Real.prototype, 'alarm')
        .call(this)
        .finally(() => ringing.delete(idOf(this)));
    });
  }
  return ObservedObject as unknown as Class;
}

const named = (ids: Iterable<string>): ObjectName[] =>
  [...ids].flatMap((id) => {
    const name = known.get(id);
    return name === undefined ? [] : [name];
  });

const window: Observed & ThisType<Instance> = {
  atRest() {
    return inspect(this.ctx);
  },
  dump() {
    return dump(this.ctx.storage);
  },
  restore(dumped) {
    restore(this.ctx.storage, dumped);
  },
  restart() {
    this.ctx.abort('the tests end this object');
  },
  async ring() {
    if (!waiting.delete(idOf(this))) return;
    // The platform repeats an alarm that has failed.
    await this.alarm().catch(() => this.ctx.storage.setAlarm(Date.now()));
  },
  async wipe() {
    const id = idOf(this);
    for (const found of [known, waiting, ringing, failing]) found.delete(id);
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    // Otherwise, data that is not on disk yet would reappear.
    await this.ctx.storage.sync();
    this.ctx.abort(wiped);
  },
  failAll(failure) {
    allFail = failure;
  },
  failAlone(failure) {
    if (failure === undefined) failing.delete(idOf(this));
    else failing.set(idOf(this), failure);
  },
  calls: () => calls,
  known: () => named(known.keys()),
  waiting: () => named(waiting.keys()),
  async settled() {
    while (ringing.size > 0) await scheduler.wait(5);
    return [];
  },
};

/** Lets a test make each method of a class fail, and of the project's classes that it extends. */
function letFail(prototype: object, uncounted: readonly string[]): void {
  const above = Object.getPrototypeOf(prototype);
  if (above !== DurableObject.prototype) letFail(above, uncounted);
  for (const [name, { value: method }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (['constructor', 'alarm'].includes(name) || typeof method !== 'function') continue;
    Reflect.set(prototype, name, function (this: Instance, ...parameters: unknown[]) {
      if (!uncounted.includes(name)) calls += 1;
      const failure = allFail ?? failing.get(idOf(this));
      if (failure === 'bug') throw new TypeError('x is not a function');
      if (failure === 'sql') this.ctx.storage.sql.exec('SELECT nothing FROM nowhere');
      if (failure === 'reset') this.ctx.abort('the tests let this object fail');
      return method.apply(this, parameters);
    });
  }
}

/** An alarm for a later time is only recorded: it rings when a test moves the clock. An alarm for now runs now. */
function keepAlarms({ id, storage }: DurableObjectState): void {
  const key = id.toString();
  const [set, get, remove, removeAll] = [
    storage.setAlarm.bind(storage),
    storage.getAlarm.bind(storage),
    storage.deleteAlarm.bind(storage),
    storage.deleteAll.bind(storage),
  ];
  Object.assign(storage, {
    async setAlarm(due: number) {
      const isForNow = due <= Date.now();
      if (isForNow) {
        ringing.add(key);
        waiting.delete(key);
        return set(due);
      }
      waiting.set(key, due);
      if (ringing.delete(key)) await remove();
    },
    getAlarm: async () => waiting.get(key) ?? get(),
    async deleteAlarm() {
      waiting.delete(key);
      if (ringing.delete(key)) await remove();
    },
    async deleteAll() {
      waiting.delete(key);
      ringing.delete(key);
      await removeAll();
    },
  });
}
