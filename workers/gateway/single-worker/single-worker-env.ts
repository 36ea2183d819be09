import * as v from 'valibot';
import { keyRingSetting } from '../../core/worker/key-settings.ts';
import { workerLog } from '../../core/worker/log.ts';
import { unlimited } from '../../core/worker/rate-limit.ts';
import { type BindingConfiguration, type SettingsSchema, secretAdvice } from '../../core/worker/settings.ts';
import { applicationSettings } from '../application/application-settings.ts';
import { inProcess } from './gateway-workers.ts';
import { withLocalMark } from './local-mark.ts';

/**
 * Maximum number of cached environments per `env`. A small number is enough, because a Worker has few host names.
 */
const maxEnvironments = 20;

/** The setting `KEYS`, with the whole command for the developer who hasn't set it. */
const namedKeyRing = v.pipe(
  v.string(`${secretAdvice}. Its value is k1: and the output of: openssl rand -base64 32`),
  keyRingSetting,
);

/**
 * All bindings and settings of the single Worker. Service bindings between the gateway's workers are omitted,
 * because {@link createEnvironmentLookup} replaces them.
 * @param parts the workers and features.
 */
export function singleWorkerSchema(parts: readonly { schema?: SettingsSchema }[]): SettingsSchema {
  const entries = Object.assign({}, ...parts.map(({ schema }) => schema?.entries));
  const own = Object.entries(entries as v.ObjectEntries).filter(([, entry]) => kindOf(entry) !== 'services');
  return v.object({
    ...Object.fromEntries(own),
    ...applicationSettings,
    KEYS: namedKeyRing,
  });
}

const kindOf = (entry: v.GenericSchema): BindingConfiguration['kind'] | undefined =>
  (v.getMetadata(entry) as { binding?: BindingConfiguration }).binding?.kind;

/**
 * Returns a function that adds to a Worker's `env` what the gateway's workers need. It adds the origin of the
 * request if `GATEWAY_ORIGIN` isn't set, settings from code, and functions instead of service bindings. If a rate
 * limit has no binding, the limit is off. The Worker logs this once.
 */
export function createEnvironmentLookup(
  { entries }: SettingsSchema,
  settingsOf: (env: object) => object,
): (env: object, origin: string) => object {
  const cached = new WeakMap<object, Map<string, object>>();
  const limits = Object.keys(entries).filter(
    (name) => kindOf(entries[name] as v.GenericSchema) === 'ratelimits',
  );
  let hasReported = false;

  function create(rawEnv: object, origin: string): object {
    const given = { GATEWAY_ORIGIN: origin, ...withLocalMark({ ...rawEnv, ...settingsOf(rawEnv) }, origin) };
    const missing = limits.filter((name) => !(name in given));
    if (missing.length > 0 && !hasReported)
      workerLog('gateway')('warn', { operation: 'limiting requests', without: missing.join(',') });
    hasReported = true;
    const env = { ...given, ...Object.fromEntries(missing.map((name) => [name, unlimited])) };
    return Object.assign(env, inProcess(env));
  }

  return (rawEnv, origin) => {
    const byOrigin = cached.get(rawEnv) ?? new Map<string, object>();
    cached.set(rawEnv, byOrigin);
    const existing = byOrigin.get(origin);
    if (existing !== undefined) return existing;
    if (byOrigin.size >= maxEnvironments) byOrigin.clear();
    const env = create(rawEnv, origin);
    byOrigin.set(origin, env);
    return env;
  };
}
