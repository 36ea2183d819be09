import * as v from 'valibot';
import { carrierCodes } from '../../workers/core/protocol/user-record.ts';
import type { Clock } from '../../workers/core/worker/clock.ts';
import { localEnvironment } from '../../workers/core/worker/local-environment.ts';
import type { BindingConfiguration } from '../../workers/core/worker/settings.ts';
import { isAdapter } from '../../workers/service/carriers/carriers-settings.ts';
import { workers } from '../../workers/workers.ts';
import { publicBarocertAccount } from '../barocert/public-vendor-account.ts';
import { schema as sandboxSchema } from '../sandbox-bindings.ts';
import { numberMatching } from './adapter-networks.ts';
import { demoOpenIdClientsSetting } from './demo-clients.ts';
import { currentGeneration, type Generation } from './generation.ts';
import { publicSecrets } from './public-secrets.ts';
import type { WorldEnv } from './world-env.ts';

type Limits = Pick<WorldEnv, 'LIMITS'>;

/**
 * Whether requests are limited. Without limits, fictional users can receive requests without waiting. A developer
 * can turn limits on to see their effect.
 */
export const areLimitsApplied = ({ LIMITS }: Limits, { hasLimits }: Generation): boolean =>
  hasLimits || LIMITS === 'Y';

/**
 * Returns the settings that depend on the request's origin. @param origin the origin, such as
 * `http://localhost:8787`.
 */
const addressesAt = (
  origin: string,
  { OWN_CARRIERS = '', ...addresses }: Partial<WorldEnv>,
): Record<string, string> => ({
  BASE_URL: origin,
  SERVICE_URL: origin,
  GATEWAY_ORIGIN: origin,
  SANDBOX_URL: origin,
  // The sandbox's phones replace the carriers' apps.
  ...Object.fromEntries(
    carrierCodes
      .filter((code) => !OWN_CARRIERS.includes(code))
      .map((code) => [`PHONE_APP_${code}`, `Sandbox, ${origin}/sandbox`]),
  ),
  PHONE_APP_LINKS: phoneOrigins(origin, addresses).join(),
});

/**
 * Returns the origins at which phones are reached, which are those of this machine and of the developer's own
 * carriers.
 */
function phoneOrigins(origin: string, addresses: Partial<WorldEnv>): string[] {
  const atNames = ['localhost', '127.0.0.1'].map(
    (hostname) => Object.assign(new URL(origin), { hostname }).origin,
  );
  const own = carrierCodes.flatMap((code) => {
    const address = addresses[`CARRIER_${code}`];
    const isUrl = address !== undefined && URL.canParse(address) && !isAdapter(address);
    return isUrl ? [new URL(address).origin] : [];
  });
  return [...new Set([origin, ...atNames, ...own])];
}

/**
 * Maximum number of cached environments. An environment at one port is reachable at three hosts, and there are two
 * generations during a reset.
 */
const maxEnvironments = 20;
const environments = new WeakMap<object, Map<string, object>>();

/**
 * Returns the bindings and settings of the workers in the local environment. URLs use the request's origin, so
 * that the environment works at every port. The keys are the public keys of every local environment, and stored
 * values belong to a generation. The developer's settings take precedence. @param origin a loopback origin, or
 * undefined outside a request.
 */
export function environmentOf<Env extends object>(
  env: Env,
  origin: string | undefined,
  generation = currentGeneration(),
): Env {
  const made = environments.get(env) ?? new Map<string, object>();
  environments.set(env, made);
  const key = `${generation.prefix}${origin}`;
  const existing = made.get(key);
  if (existing !== undefined) return existing as Env;
  if (made.size >= maxEnvironments) made.clear();
  const own = Object.entries(env).map(([name, value]) => [name, within(generation, env, name, value)]);
  const environment = {
    [localEnvironment]: true,
    ...publicSecrets,
    ...publicBarocertAccount,
    BAROCERT_CALL_CENTER: '1600-0000',
    SHOWN_REQUIRED: 'Y',
    PASSKEYS: 'Y',
    OPENID_CLIENTS: demoOpenIdClientsSetting,
    ...(origin !== undefined && addressesAt(origin, env)),
    ...Object.fromEntries(own),
    ...numberMatching(env),
    ADMIN_TOKEN: withName(String(Reflect.get(env, 'ADMIN_TOKEN') ?? publicSecrets.ADMIN_TOKEN)),
    ...(generation.ahead !== undefined && { CLOCK: clockOf(generation) }),
  };
  made.set(key, environment);
  return environment;
}

/** Names the developer in access records if the token has no name. */
const withName = (token: string): string => (/[:,]/.test(token) ? token : `developer:${token}`);

const clockOf = (generation: Generation): Clock => ({
  now: async () => Date.now() + (generation.ahead ?? 0),
});

const kinds = new Map<string, BindingConfiguration['kind'] | undefined>(
  [...workers, { schema: sandboxSchema }].flatMap(({ schema }) =>
    Object.entries(schema.entries).map(([name, entry]) => {
      const { binding } = v.getMetadata(entry) as { binding?: BindingConfiguration };
      return [name, binding?.kind] as const;
    }),
  ),
);

function within(generation: Generation, env: Limits, name: string, value: unknown): unknown {
  switch (kinds.get(name)) {
    case 'durable_objects':
      return objectsWithin(generation, value as DurableObjectNamespace);
    case 'kv_namespaces':
      return keysWithin(generation, value as KVNamespace);
    case 'ratelimits':
      return limitWithin(generation, env, value as RateLimit);
    default:
      return value;
  }
}

type Objects = Pick<DurableObjectNamespace, 'idFromName' | 'get'>;

const objectsWithin = ({ prefix }: Generation, objects: DurableObjectNamespace): Objects => ({
  idFromName: (name) => objects.idFromName(prefix + name),
  get: (id, options) => objects.get(id, options),
});

type Keys = Record<'get' | 'put' | 'delete' | 'list', (...parameters: never[]) => unknown>;

const keysWithin = ({ prefix }: Generation, keys: KVNamespace): Keys => ({
  get: (key: string, type: 'json') => keys.get(prefix + key, type),
  put: (key: string, value: string, options?: KVNamespacePutOptions) =>
    keys.put(prefix + key, value, options),
  delete: (key: string) => keys.delete(prefix + key),
  async list(options: KVNamespaceListOptions = {}) {
    const page = await keys.list({ ...options, prefix: prefix + (options.prefix ?? '') });
    return { ...page, keys: page.keys.map((key) => ({ ...key, name: key.name.slice(prefix.length) })) };
  },
});

type Limit = Pick<RateLimit, 'limit'>;
const limitWithin = (generation: Generation, env: Limits, limit: RateLimit): Limit => ({
  limit: async ({ key }) =>
    areLimitsApplied(env, generation) ? limit.limit({ key: generation.prefix + key }) : { success: true },
});
