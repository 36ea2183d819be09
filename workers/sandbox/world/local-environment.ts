import { carrierCodes } from '../../../packages/plid/protocol/user-record.ts';
import { publicSecrets } from './public-secrets.ts';

/** The settings that follow from where the local world is asked. @param origin such as `http://localhost:8787`. */
const addressesAt = (origin: string): Record<string, string> => ({
  ...{ BASE_URL: origin, SERVICE_URL: origin, GATEWAY_ORIGIN: origin },
  // The phones of the sandbox stand for the apps of the carriers.
  ...Object.fromEntries(carrierCodes.map((code) => [`PHONE_APP_${code}`, `Sandbox, ${origin}/sandbox`])),
});

/** At how many addresses an isolate remembers what it was asked. There are three for a port. */
const maxOrigins = 20;
const environments = new WeakMap<object, Map<string, object>>();

/**
 * The bindings and settings of the local world as its workers see them: addresses follow the request, so that it works at every port, and
 * the keys are those that everybody knows. What the developer has set comes first.
 * @param origin on loopback.
 */
export function environmentAt<Env extends object>(env: Env, origin: string): Env {
  const made = environments.get(env) ?? new Map<string, object>();
  environments.set(env, made);
  const existing = made.get(origin);
  if (existing !== undefined) return existing as Env;
  if (made.size >= maxOrigins) made.clear();
  const environment = { ...publicSecrets, ...addressesAt(origin), ...env };
  made.set(origin, environment);
  return environment;
}

let first: string | undefined;

/** Remembers where this world was asked first: an object that wakes by itself has no request that tells it. */
export function noteOrigin(origin: string): void {
  first ??= origin;
}

/** Where this world was asked first since it started, or its code was changed; undefined until then. */
export const firstOrigin = (): string | undefined => first;
