import { now } from '../../workers/core/worker/clock.ts';
import { registerDemoApplications } from './apply-seed.ts';
import { environmentOf } from './environment.ts';
import { begin } from './reset.ts';
import type { WorldEnv } from './world-env.ts';

/** The page with which each sign-in begins. */
export const signInPath = '/oauth2/authorize';

/** By origin, where the demo applications are at home as far as this isolate knows. */
const placed = new Set<string>();

let first: string | undefined;

/**
 * The origin of the first request since this world started, or its code was changed;
 * undefined until then. An object that wakes by itself has no
 * request that tells it.
 */
export const firstOrigin = (): string | undefined => first;

/**
 * Prepares the world for a request: one with a seed begins with it; in another one the applications are registered at the address that is
 * asked. Before each sign-in that is looked at again: another world of this folder, at another port, may have placed them since.
 * @param url on loopback. @returns the bindings and settings. @throws {ProtocolError} where the developer's own settings, or the seed, are wrong.
 */
export async function prepare(rawEnv: WorldEnv, { origin, pathname }: URL): Promise<WorldEnv> {
  first ??= origin;
  if (rawEnv.SEED !== undefined) await begin(rawEnv, origin);
  const environment = environmentOf(rawEnv, origin);
  if (rawEnv.SEED === undefined && (!placed.has(origin) || pathname === signInPath)) {
    await registerDemoApplications(environment, await now(environment));
    placed.add(origin);
  }
  return environment;
}
