import { readFileSync } from 'node:fs';

/** What the objects of one class have cost since the last look. A row is what Cloudflare bills as one. */
export interface ObjectCosts {
  /** Calls from outside, by method. */
  calls: Record<string, number>;
  rowsRead: number;
  rowsWritten: number;
  alarmsSet: number;
  alarmsRun: number;
  /** By how much the databases have grown, in bytes. */
  bytes: number;
}

/** What the keys of one kind in KV have cost. */
export interface KvCosts {
  reads: number;
  writes: number;
  deletes: number;
  /** What was written, in bytes. */
  bytes: number;
}

/** What something costs. */
export interface Costs {
  /** Requests that a worker answered, and the lines that it logged. */
  requests: Record<string, number>;
  lines: Record<string, number>;
  /** By class. */
  objects: Record<string, ObjectCosts>;
  /** By the beginning of the key. */
  kv: Record<string, KvCosts>;
}

/** What people and attackers do, and what each of it costs: counted by test/scale/login-costs.test.ts. */
export type CountedCosts = Record<string, { atOnce: Costs; withinADay?: Costs }>;

export const readCounts = (): CountedCosts =>
  JSON.parse(readFileSync(new URL('login-costs.json', import.meta.url), 'utf8'));

/** Whose bill it is on: the login service's, or that of an application's gateway. */
export type Half = 'service' | 'gateway';

/** What Cloudflare bills, in numbers of each. */
export interface Units {
  requests: number;
  /** Calls of objects, alarms included. */
  calls: number;
  rowsRead: number;
  rowsWritten: number;
  kvReads: number;
  kvWrites: number;
  lines: number;
}

export const noUnits: Units = {
  requests: 0,
  calls: 0,
  rowsRead: 0,
  rowsWritten: 0,
  kvReads: 0,
  kvWrites: 0,
  lines: 0,
};

/** @param factor how often. */
export function addUnits(one: Units, other: Units, factor = 1): Units {
  const names = Object.keys(one) as (keyof Units)[];
  return Object.fromEntries(
    names.map((name) => [name, one[name] + factor * other[name]]),
  ) as unknown as Units;
}

const halfOfObject = (name: string): Half => (name === 'Flow' || name === 'User' ? 'gateway' : 'service');
const halfOfKey = (kind: string): Half => (kind === 'application' ? 'service' : 'gateway');
const halfOfWorker = (name: string): Half => (name.startsWith('gateway-') ? 'gateway' : 'service');

const total = (numbers: Record<string, number>): number =>
  Object.values(numbers).reduce((sum, number) => sum + number, 0);

const ofHalf = <Value>(record: Record<string, Value>, halfOf: (name: string) => Half, half: Half): Value[] =>
  Object.entries(record).flatMap(([name, value]) => (halfOf(name) === half ? [value] : []));

/** What something costs one of the halves. */
export function unitsOf({ requests, lines, objects, kv }: Costs, half: Half): Units {
  const classes = ofHalf(objects, halfOfObject, half);
  const keys = ofHalf(kv, halfOfKey, half);
  const sum = <Item>(items: Item[], of: (item: Item) => number) =>
    items.reduce((added, item) => added + of(item), 0);
  return {
    requests: sum(ofHalf(requests, halfOfWorker, half), Number),
    calls: sum(classes, ({ calls, alarmsRun }) => total(calls) + alarmsRun),
    rowsRead: sum(classes, ({ rowsRead }) => rowsRead),
    rowsWritten: sum(classes, ({ rowsWritten }) => rowsWritten),
    kvReads: sum(keys, ({ reads }) => reads),
    kvWrites: sum(keys, ({ writes, deletes }) => writes + deletes),
    lines: sum(ofHalf(lines, halfOfWorker, half), Number),
  };
}

/** What something costs one of the halves, with what the alarms do within a day of it. @throws {Error} where it was not counted. */
export function wholeUnits(counts: CountedCosts, name: string, half: Half): Units {
  const counted = counts[name];
  if (counted === undefined) throw new Error(`Nothing was counted of "${name}"`);
  const { atOnce, withinADay } = counted;
  const later = withinADay === undefined ? noUnits : unitsOf(withinADay, half);
  return addUnits(unitsOf(atOnce, half), later);
}

/** What stays stored in objects, in bytes. */
export function storedBytes(counts: CountedCosts, name: string, half: Half): number {
  const { atOnce, withinADay } = counts[name] ?? {};
  return [atOnce, withinADay]
    .flatMap((costs) => ofHalf(costs?.objects ?? {}, halfOfObject, half))
    .reduce((sum, { bytes }) => sum + bytes, 0);
}
