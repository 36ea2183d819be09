import { isLocalAddress } from '../http/secure-address.ts';

/**
 * Marks the `env` of a local environment: `true` if only this machine can reach it. The key is a symbol because no
 * configuration of a Worker can set one, so that no deployed Worker can claim to be local.
 */
export const localEnvironment = Symbol('local environment');

interface MarkedEnv {
  [localEnvironment]?: boolean;
  BASE_URL?: unknown;
  GATEWAY_ORIGIN?: unknown;
}

/**
 * Whether only this machine can reach a worker. The operator's own address decides unless the environment is marked.
 * A request's address never decides, because the caller chooses it.
 */
export function isLocalEnvironment(env: MarkedEnv): boolean {
  return env[localEnvironment] ?? isLocalAddress(env.BASE_URL ?? env.GATEWAY_ORIGIN);
}
