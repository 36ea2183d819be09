import { Memo } from '../../workers/core/crypto/memo.ts';
import { now } from '../../workers/core/worker/clock.ts';
import { allowHttpCallbacksAt } from '../../workers/service/operator/applications/callback-address.ts';
import { environmentOf } from './environment.ts';
import { registerDemoApplications } from './register-demo-applications.ts';
import { startOrResumeWorld } from './reset.ts';
import type { WorldEnv } from './world-env.ts';

/** The path of the first page of a sign-in. */
export const signInPath = '/oauth2/authorize';

/** Origins for which this isolate knows that the demo applications are registered. A request names its own port. */
const placed = new Memo<string, true>(100);

let first: string | undefined;

/**
 * Returns the origin of the first request since the local environment started or its code changed, or undefined
 * before the first request. It is for objects that an alarm wakes, because they have no request with an origin.
 */
export const firstOrigin = (): string | undefined => first;

/**
 * Prepares the local environment for a request. If there is a seed, the environment starts with it. Otherwise, the
 * demo applications are registered at the request's origin. Their registration is repeated before each sign-in,
 * because another environment of this folder may have registered them at its own port since. @param url a loopback
 * URL.
 * @returns the bindings and settings. @throws {ProtocolError} if the developer's settings or the seed are invalid.
 */
export async function prepare(rawEnv: WorldEnv, { origin, pathname }: URL): Promise<WorldEnv> {
  first ??= origin;
  allowHttpCallbacksAt((rawEnv.ALLOWED_HOSTS ?? '').split(',').filter(Boolean));
  if (rawEnv.SEED !== undefined) await startOrResumeWorld(rawEnv, origin);
  const environment = environmentOf(rawEnv, origin);
  if (rawEnv.SEED === undefined && (!placed.has(origin) || pathname === signInPath)) {
    await registerDemoApplications(environment, await now(environment));
    placed.set(origin, true);
  }
  return environment;
}
