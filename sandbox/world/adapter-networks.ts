import { type CarrierCode, carrierCodes } from '../../workers/core/protocol/user-record.ts';
import { isAdapter, matchingAt } from '../../workers/service/carriers/carriers-settings.ts';
import type { WorldEnv } from './world-env.ts';

/** Returns the networks that an adapter serves. */
const adapterNetworks = (env: Partial<WorldEnv>): CarrierCode[] =>
  carrierCodes.filter((code) => isAdapter(env[`CARRIER_${code}`] ?? ''));

/** Returns how phones match the number: as the developer sets it, except for networks that an adapter serves. */
export function numberMatching(env: Partial<WorldEnv>): Pick<WorldEnv, 'NUMBER_MATCHING'> {
  const networks = adapterNetworks(env);
  if (networks.length === 0) return {};
  const own = (env.NUMBER_MATCHING ?? '').split(',');
  const kept = own.filter((pair) => pair !== '' && !networks.some((code) => pair.startsWith(`${code}=`)));
  const adapters = networks.map((code) => `${code}=${matchingAt(env[`CARRIER_${code}`] ?? '')}`);
  return { NUMBER_MATCHING: [...kept, ...adapters].join() };
}

/** Environments of the worker that calls carriers. They are cached because their settings are validated once each. */
const environments = new WeakMap<WorldEnv, WorldEnv>();

/**
 * Returns the environment of the worker that calls carriers. It has no token for a network that an adapter serves. The
 * sandbox's own carriers always have one.
 */
export function withoutAdapterTokens(env: WorldEnv): WorldEnv {
  const networks = adapterNetworks(env);
  if (networks.length === 0) return env;
  const made = environments.get(env) ?? {
    ...env,
    ...Object.fromEntries(networks.map((code) => [`CARRIER_${code}_TOKEN`, undefined])),
  };
  environments.set(env, made);
  return made;
}
