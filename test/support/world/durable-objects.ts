import type { Controls, NamedObject } from '../fakes/control-worker.ts';

/**
 * The bindings of all Durable Objects of a world, such as `ACCOUNT`, with the methods of a real namespace. A call of an object
 * is one request to the worker of the clock, which is bound to all classes: Miniflare's own bindings would let this process
 * wait three times for each object.
 */
// biome-ignore lint/suspicious/noExplicitAny: each class has methods of its own
export const durableObjects = (call: Controls['call']): Record<string, any> =>
  new Proxy(
    {},
    { get: (_, binding) => (typeof binding === 'string' ? namespaceOf(call, binding) : undefined) },
  );

function namespaceOf(call: Controls['call'], binding: string) {
  const get = (named: NamedObject) => stubOf(call, binding, named);
  return {
    idFromName: (name: string): NamedObject => ({ name }),
    idFromString: (id: string): NamedObject => ({ id }),
    get,
    getByName: (name: string) => get({ name }),
  };
}

const stubOf = (call: Controls['call'], binding: string, named: NamedObject): object =>
  new Proxy(
    {},
    {
      // A stub that had `then` would be called when it is awaited.
      get: (_, method) =>
        typeof method === 'string' && method !== 'then'
          ? (...parameters: unknown[]) => answerOf(call, binding, named, method, parameters)
          : undefined,
    },
  );

async function answerOf(
  call: Controls['call'],
  ...parameters: Parameters<Controls['call']>
): Promise<unknown> {
  const { answer, failure } = await call(...parameters);
  if (failure !== undefined) throw Object.assign(new Error(failure.message), failure);
  return answer;
}
