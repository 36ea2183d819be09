import type { ObjectCosts } from '../../../bench/costs/costs.ts';

const costs = new Map<string, ObjectCosts>();
const cursors: { of: ObjectCosts; cursor: SqlStorageCursor<Record<string, SqlStorageValue>> }[] = [];
/** The size of each object's database at the last look, in bytes. */
const sizes = new Map<string, number>();
/** The time of each object's alarm, in milliseconds since 1970. */
const alarms = new Map<string, { className: string; id: string; due: number }>();

/** The costs of one class, which begin at zero. */
export function costsOf(className: string): ObjectCosts {
  const none = { calls: {}, rowsRead: 0, rowsWritten: 0, alarmsSet: 0, alarmsRun: 0, bytes: 0 };
  const found = costs.get(className) ?? none;
  costs.set(className, found);
  return found;
}

/** The costs of every class of this worker; counting starts again. */
export function takeCosts(): Record<string, ObjectCosts> {
  for (const { of, cursor } of cursors.splice(0)) {
    of.rowsRead += cursor.rowsRead;
    of.rowsWritten += cursor.rowsWritten;
  }
  const taken = Object.fromEntries(costs);
  costs.clear();
  return taken;
}

export const nextAlarm = () => [...alarms.values()].sort((a, b) => a.due - b.due)[0];

/** A state whose storage counts the operations on it. An alarm is only recorded and runs when a test starts it, so that months can pass at once. */
export function countedState(ctx: DurableObjectState, className: string): DurableObjectState {
  const key = `${className} ${ctx.id}`;
  const counted = () => costsOf(className);
  const { storage: real } = ctx;
  const { sql, kv } = real;
  const measure = () => {
    const size = sql.databaseSize;
    counted().bytes += size - (sizes.get(key) ?? 0);
    sizes.set(key, size);
  };
  const countedSql = overlay(sql, {
    exec(query: string, ...values: unknown[]) {
      const cursor = sql.exec(query, ...(values as SqlStorageValue[]));
      cursors.push({ of: counted(), cursor });
      measure();
      return cursor;
    },
  });
  // The keys lie in a table that Cloudflare bills like any other.
  const countedKv = overlay(kv, {
    get(name: string) {
      counted().rowsRead += 1;
      return kv.get(name);
    },
    put(name: string, value: unknown) {
      counted().rowsWritten += 1;
      kv.put(name, value);
      measure();
    },
    delete(name: string) {
      counted().rowsWritten += 1;
      return kv.delete(name);
    },
  });
  const storage = overlay(real, {
    sql: countedSql,
    kv: countedKv,
    async setAlarm(due: number) {
      counted().alarmsSet += 1;
      counted().rowsWritten += 1;
      alarms.set(key, { className, id: String(ctx.id), due });
    },
    getAlarm: async () => alarms.get(key)?.due ?? null,
    async deleteAlarm() {
      counted().rowsWritten += 1;
      alarms.delete(key);
    },
    async deleteAll() {
      counted().rowsWritten += 1;
      alarms.delete(key);
      await real.deleteAll();
      // The platform clears away the rest of an empty database.
      counted().bytes -= sizes.get(key) ?? 0;
      sizes.delete(key);
    },
  });
  return Object.defineProperty(ctx, 'storage', { value: storage });
}

/** The time of an object's alarm, which now runs: until it is set again there is none. */
export function takeAlarm(className: string, id: unknown): number {
  const key = `${className} ${id}`;
  const { due } = alarms.get(key) ?? { due: Date.now() };
  alarms.delete(key);
  costsOf(className).alarmsRun += 1;
  return due;
}

/** An object of the runtime with some properties replaced. */
const overlay = <Target extends object>(target: Target, ours: object): Target =>
  new Proxy(target, {
    get(_, name) {
      if (name in ours) return Reflect.get(ours, name);
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
