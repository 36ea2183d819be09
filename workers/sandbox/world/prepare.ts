import { type ClockBinding, now } from '../../core/worker/clock.ts';
import { environmentAt, noteOrigin } from './local-environment.ts';
import { placeDemoApplications } from './place-seed.ts';

/** The page with which each sign-in begins. */
const signInPath = '/oauth2/authorize';

/** By origin, where the demo applications are at home as far as this isolate knows. */
const placed = new Set<string>();

/**
 * Prepares the local world for a request: its settings are those of the address that is asked, and its applications are registered there.
 * Before each sign-in that is looked at again: another world of this folder, at another port, may have placed them since.
 * @param url on loopback. @returns the bindings and settings. @throws {ProtocolError} where the developer's own settings are wrong.
 */
export async function prepare<Env extends ClockBinding>(env: Env, { origin, pathname }: URL): Promise<Env> {
  noteOrigin(origin);
  const environment = environmentAt(env, origin);
  if (!placed.has(origin) || pathname === signInPath) {
    await placeDemoApplications(environment, await now(env));
    placed.add(origin);
  }
  return environment;
}
