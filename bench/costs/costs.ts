/** The costs of one class of objects since the last look. A row is what Cloudflare bills as one. */
export interface ObjectCosts {
  /** Calls from outside, by method. */
  calls: Record<string, number>;
  rowsRead: number;
  rowsWritten: number;
  alarmsSet: number;
  alarmsRun: number;
  /** The growth of the databases, in bytes. */
  bytes: number;
}

/** The costs of the keys of one kind in KV. */
export interface KvCosts {
  reads: number;
  writes: number;
  deletes: number;
  /** Bytes that were written. */
  bytes: number;
}

export interface Costs {
  /** Requests that a worker answered, and the lines that it logged. */
  requests: Record<string, number>;
  lines: Record<string, number>;
  objects: Record<string, ObjectCosts>;
  /** By the prefix of the key. */
  kv: Record<string, KvCosts>;
}

/** The costs of everything that people and attackers do, counted by test/scale/login-costs.test.ts. */
export type CountedCosts = Record<string, { atOnce: Costs; withinADay?: Costs }>;

/** The two parties that pay: the operator of the login service, and an application for its gateway. */
export const halves = ['service', 'gateway'] as const;
type Half = (typeof halves)[number];

/** The units that Cloudflare bills, and the bytes that stay stored in objects. */
export interface Units {
  requests: number;
  /** Calls of objects, alarms included. */
  calls: number;
  rowsRead: number;
  rowsWritten: number;
  kvReads: number;
  kvWrites: number;
  lines: number;
  bytes: number;
}

const halfOfObject = (name: string): Half => (name === 'Flow' || name === 'User' ? 'gateway' : 'service');
const halfOfKey = (kind: string): Half => (kind === 'application' ? 'service' : 'gateway');
const halfOfWorker = (name: string): Half => (name.startsWith('gateway-') ? 'gateway' : 'service');

const ofHalf = <Value>(record: Record<string, Value>, halfOf: (name: string) => Half, half: Half): Value[] =>
  Object.entries(record).flatMap(([name, value]) => (halfOf(name) === half ? [value] : []));

const sumOf = <Item>(items: Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

export function unitsOf({ requests, lines, objects, kv }: Costs, half: Half): Units {
  const classes = ofHalf(objects, halfOfObject, half);
  const keys = ofHalf(kv, halfOfKey, half);
  return {
    requests: sumOf(ofHalf(requests, halfOfWorker, half), Number),
    calls: sumOf(classes, ({ calls, alarmsRun }) => sumOf(Object.values(calls), Number) + alarmsRun),
    rowsRead: sumOf(classes, ({ rowsRead }) => rowsRead),
    rowsWritten: sumOf(classes, ({ rowsWritten }) => rowsWritten),
    kvReads: sumOf(keys, ({ reads }) => reads),
    kvWrites: sumOf(keys, ({ writes, deletes }) => writes + deletes),
    lines: sumOf(ofHalf(lines, halfOfWorker, half), Number),
    bytes: sumOf(classes, ({ bytes }) => bytes),
  };
}
