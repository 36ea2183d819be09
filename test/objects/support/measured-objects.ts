import { Flow as RealFlow } from '../../../workers/gateway/objects/flow.ts';
import { User as RealUser } from '../../../workers/gateway/objects/user.ts';
import { Application as RealApplication } from '../../../workers/service/objects/application.ts';
import { Disclosures as RealDisclosures } from '../../../workers/service/objects/disclosures.ts';
import { Phone as RealPhone } from '../../../workers/service/objects/phone.ts';
import { Account as RealAccount } from '../../../workers/service/routes/objects/index.ts';
import { type AtRest, inspect } from '../../support/assertions/inspect-storage.ts';

/** The cost of a call in storage. Cloudflare bills the value of a key as a row, and an alarm that is set as well. */
export interface Cost {
  statements: number;
  read: number;
  written: number;
}

/** The calls of a test to any Durable Object, whose storage is measured and fails on demand. */
export interface Measured {
  /** Calls a method. @param failing the statement that throws, from 1 on. @returns the method's answer or its failure, and its cost. */
  measure(
    call: { method: string; failing?: number },
    ...parameters: unknown[]
  ): Promise<{ answer: unknown; threw: boolean; cost: Cost }>;
  atRest(): Promise<AtRest>;
  /** Ends the object as the runtime does: the next call starts it again. */
  restart(): void;
}

let cursors: Pick<SqlStorageCursor<never>, 'rowsRead' | 'rowsWritten'>[] = [];
let keys = { read: 0, written: 0 };
let failing: number | undefined;

/** Wraps a method of a part of the storage, for every object of this worker. */
function replace(part: object, name: string, wrap: (call: () => unknown) => unknown): void {
  const owner = Object.getPrototypeOf(part);
  const method = Reflect.get(owner, name);
  Reflect.set(owner, name, function (this: unknown, ...parameters: unknown[]) {
    return wrap(() => method.apply(this, parameters));
  });
}

let isMeasured = false;
function measureStorage(storage: DurableObjectStorage): void {
  if (isMeasured) return;
  isMeasured = true;
  replace(storage.sql, 'exec', (call) => {
    if (cursors.length + 1 === failing) throw new Error('database or disk is full: SQLITE_FULL');
    const cursor = call() as SqlStorageCursor<never>;
    cursors.push(cursor);
    return cursor;
  });
  const count = (kind: 'read' | 'written') => (call: () => unknown) => {
    keys[kind] += 1;
    return call();
  };
  replace(storage.kv, 'get', count('read'));
  for (const name of ['put', 'delete']) replace(storage.kv, name, count('written'));
  replace(storage, 'setAlarm', count('written'));
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

/** Its counts are exact if the method awaits nothing, or nothing else runs in this worker. */
const measure: Measured['measure'] = async function (
  this: { ctx: DurableObjectState },
  { method, failing: which },
  ...parameters
) {
  measureStorage(this.ctx.storage);
  [cursors, keys, failing] = [[], { read: 0, written: 0 }, which];
  const call = async () => Reflect.get(this, method).apply(this, parameters);
  const result = await call().then(
    (answer: unknown) => ({ answer, threw: false }),
    (failure: unknown) => ({ answer: String(failure), threw: true }),
  );
  failing = undefined;
  const read = keys.read + sum(cursors.map(({ rowsRead }) => rowsRead));
  const written = keys.written + sum(cursors.map(({ rowsWritten }) => rowsWritten));
  return { ...result, cost: { statements: cursors.length, read, written } };
};

function measured<Class extends { prototype: object }>(Real: Class): Class {
  const window: Measured = {
    measure,
    atRest(this: { ctx: DurableObjectState }) {
      return inspect(this.ctx);
    },
    restart(this: { ctx: DurableObjectState }) {
      this.ctx.abort('the tests end this object');
    },
  };
  Object.assign(Real.prototype, window);
  return Real;
}

export const Account = measured(RealAccount);
export const Application = measured(RealApplication);
export const Disclosures = measured(RealDisclosures);
export const Phone = measured(RealPhone);
export const Flow = measured(RealFlow);
export const User = measured(RealUser);

export { default, EventKeys, Reviewers } from '../../../workers/service/routes/objects/index.ts';
