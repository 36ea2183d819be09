import { AsyncLocalStorage } from 'node:async_hooks';
import { settingsOf } from '../../../tools/configuration/settings-of.ts';
import type { ListedWorker } from '../../../workers/workers.ts';
import { type CallKind, callHeader, delays, type Told } from '../assertions/waterfall.ts';

/** The caller: the visit of a worker to which a call belongs. An object's own call has none. The work of an alarm isn't part of a login. */
const visits = new AsyncLocalStorage<string | 'alarm'>();

const tell = (told: Told) => console.log(JSON.stringify(told));

/** A call that takes its kind's delay until it arrives, and is logged after its response. */
async function slowly<Answer>(kind: CallKind, to: string, call: (id: string) => Promise<Answer>) {
  const visit = visits.getStore();
  const id = crypto.randomUUID();
  const began = Date.now();
  if (visit !== 'alarm') tell({ begins: id });
  await scheduler.wait(delays[kind]);
  const reached = Date.now();
  try {
    return await call(id);
  } finally {
    if (visit !== 'alarm') tell({ call: { id, visit, kind, to, began, reached, ended: Date.now() } });
  }
}

type Methods = Record<string, (...parameters: unknown[]) => Promise<unknown>>;

/** An object whose methods are all calls of one kind. @param nameOf a method's name in the waterfall. */
const slowMethods = (kind: CallKind, called: object, nameOf: (method: string) => string): object =>
  new Proxy(called, {
    get: (target, method) =>
      // A stub that an async function returns isn't a promise.
      typeof method === 'symbol' || method === 'then'
        ? undefined
        : (...parameters: unknown[]) =>
            slowly(kind, nameOf(method), async () => (target as Methods)[method]?.(...parameters)),
  });

const slowObjects = (className: string, objects: DurableObjectNamespace): object =>
  new Proxy(objects, {
    get(target, name) {
      const own = Reflect.get(target, name, target);
      if (name !== 'get') return typeof own === 'function' ? own.bind(target) : own;
      return (...parameters: Parameters<DurableObjectNamespace['get']>) =>
        slowMethods('object', target.get(...parameters), (method) => `${className}.${method}`);
    },
  });

function slowBinding(worker: ListedWorker, name: string, value: unknown): unknown {
  const { binding } = settingsOf(worker).find((setting) => setting.name === name) ?? {};
  switch (binding?.kind) {
    case 'durable_objects':
      return slowObjects(binding.class_name, value as DurableObjectNamespace);
    case 'kv_namespaces':
      return slowMethods('kv', value as object, (method) => `${name}.${method}`);
    case 'services':
      return name === 'CARRIER' ? slowMethods('carrier', value as object, (method) => method) : value;
    default:
      return value;
  }
}

const environments = new WeakMap<object, object>();

/** The same object for each request, because a worker caches its checks by it. */
function slowEnvironment<Env extends object>(worker: ListedWorker, env: Env): Env {
  const made =
    environments.get(env) ??
    Object.fromEntries(Object.entries(env).map(([name, value]) => [name, slowBinding(worker, name, value)]));
  environments.set(env, made);
  return made as Env;
}

const fetchAtOnce = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  return slowly('http', `${request.method} ${new URL(request.url).pathname}`, (id) => {
    request.headers.set(callHeader, id);
    return fetchAtOnce(request);
  });
};

/** A worker as it is deployed, whose bindings answer slowly. */
export const slowWorker = (worker: ListedWorker) => ({
  async fetch(request: Request, env: object, execution: ExecutionContext): Promise<Response> {
    const id = crypto.randomUUID();
    const began = Date.now();
    const bindings = slowEnvironment(worker, env);
    const response = await visits.run(id, () => worker.fetch(request, bindings, execution));
    const what = `${request.method} ${new URL(request.url).pathname}`;
    tell({ visit: { id, call: request.headers.get(callHeader), what, began, ended: Date.now() } });
    return response;
  },
});

// biome-ignore lint/suspicious/noExplicitAny: the classes have environments of their own
type ObjectClass = new (ctx: DurableObjectState, env: any) => { alarm?(): Promise<void> | void };

/** A class of objects whose own bindings answer slowly. @param worker that exports it. */
export function slowObject(Real: ObjectClass, worker: ListedWorker): ObjectClass {
  class SlowObject extends Real {
    constructor(ctx: DurableObjectState, env: object) {
      super(ctx, slowEnvironment(worker, env));
    }
  }
  const { alarm } = Real.prototype;
  if (alarm !== undefined)
    Object.assign(SlowObject.prototype, {
      alarm(this: object) {
        return visits.run('alarm', () => alarm.call(this));
      },
    });
  return SlowObject;
}
