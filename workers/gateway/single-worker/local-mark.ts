import { isLocalAddress } from '../../core/http/secure-address.ts';
import { localEnvironment } from '../../core/worker/local-environment.ts';

/**
 * Marks whether the single Worker runs in development, in `wrangler dev`. The operator's `GATEWAY_ORIGIN` has to be
 * local, or `SERVICE_URL` if it isn't set. The request's address isn't sufficient, because the caller chooses it.
 * @param env the Worker's `env` and the settings from code. @param origin the request's origin. Objects have none.
 */
export function withLocalMark<Env extends object>(env: Env, origin?: string): Env {
  const { GATEWAY_ORIGIN, SERVICE_URL } = env as Record<string, unknown>;
  const isLocal = [GATEWAY_ORIGIN ?? SERVICE_URL, origin ?? GATEWAY_ORIGIN ?? SERVICE_URL].every(
    isLocalAddress,
  );
  return { ...env, [localEnvironment]: isLocal };
}
