import * as v from 'valibot';
import type { Clock } from '../../core/worker/clock.ts';
import type { BindingConfiguration } from '../../core/worker/settings.ts';
import { workers } from '../../workers.ts';
import { schema as sandboxSchema } from '../sandbox-bindings.ts';
import type { LocalEnv } from './world.ts';

/**
 * Everything that the world has stored since it was last reset. A reset begins a new generation, whose objects and keys have other
 * names: that takes the same time however much there is, and nothing of the one before can be found.
 */
export interface Generation {
  /** Begins the names of its objects and keys. */
  name: string;
  /** How far its clock is ahead of the real time, in milliseconds. */
  ahead: number;
  /** Whether the limits of requests are those of a deployed service. */
  hasLimits: boolean;
}

const generations = new Map<string, Generation>();
let current = createGeneration(false);

/** A generation that nothing is stored in yet. It is not the current one until {@link switchTo}. */
export function createGeneration(hasLimits: boolean): Generation {
  const generation = { name: `g${generations.size}`, ahead: 0, hasLimits };
  generations.set(generation.name, generation);
  return generation;
}

export const currentGeneration = (): Generation => current;

export function switchTo(generation: Generation): void {
  current = generation;
}

/** The generation of an object, by its name. */
export const generationOf = ({ name }: DurableObjectId): Generation =>
  generations.get(name?.split(' ', 1)[0] ?? '') ?? current;

const environments = new WeakMap<object, Map<Generation, LocalEnv>>();

/** The bindings of this world as a generation sees them: its own objects and keys, and its own clock. */
export function environmentOf(env: object, generation: Generation): LocalEnv {
  const made = environments.get(env) ?? new Map<Generation, LocalEnv>();
  environments.set(env, made);
  const existing = made.get(generation);
  if (existing !== undefined) return existing;
  const entries = Object.entries(env).map(([name, value]) => [name, within(generation, name, value)]);
  const environment = { ...Object.fromEntries(entries), CLOCK: clockOf(generation) } as LocalEnv;
  made.set(generation, environment);
  return environment;
}

const clockOf = (generation: Generation): Clock => ({ now: async () => Date.now() + generation.ahead });

const kinds = new Map<string, BindingConfiguration['kind'] | undefined>(
  [...workers, { schema: sandboxSchema }].flatMap(({ schema }) =>
    Object.entries(schema.entries).map(([name, entry]) => {
      const { binding } = v.getMetadata(entry) as { binding?: BindingConfiguration };
      return [name, binding?.kind] as const;
    }),
  ),
);

function within(generation: Generation, name: string, value: unknown): unknown {
  switch (kinds.get(name)) {
    case 'durable_objects':
      return objectsWithin(generation, value as DurableObjectNamespace);
    case 'kv_namespaces':
      return keysWithin(generation, value as KVNamespace);
    case 'ratelimits':
      return limitWithin(generation, value as RateLimit);
    default:
      return value;
  }
}

type Objects = Pick<DurableObjectNamespace, 'idFromName' | 'get'>;

const objectsWithin = ({ name: generation }: Generation, objects: DurableObjectNamespace): Objects => ({
  idFromName: (name) => objects.idFromName(`${generation} ${name}`),
  get: (id, options) => objects.get(id, options),
});

type Keys = Record<'get' | 'put' | 'delete' | 'list', (...parameters: never[]) => unknown>;

const keysWithin = ({ name: generation }: Generation, keys: KVNamespace): Keys => {
  const prefix = `${generation} `;
  return {
    get: (key: string, type: 'json') => keys.get(prefix + key, type),
    put: (key: string, value: string, options?: KVNamespacePutOptions) =>
      keys.put(prefix + key, value, options),
    delete: (key: string) => keys.delete(prefix + key),
    async list(options: KVNamespaceListOptions = {}) {
      const page = await keys.list({ ...options, prefix: prefix + (options.prefix ?? '') });
      return { ...page, keys: page.keys.map((key) => ({ ...key, name: key.name.slice(prefix.length) })) };
    },
  };
};

const limitWithin = (generation: Generation, limit: RateLimit): Pick<RateLimit, 'limit'> => ({
  limit: async ({ key }) =>
    generation.hasLimits ? limit.limit({ key: `${generation.name} ${key}` }) : { success: true },
});
