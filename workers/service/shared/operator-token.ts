import { equalSecrets } from '../../core/crypto/bytes.ts';
import { authenticationFailed, readBearer } from '../../core/protocol/credentials.ts';
import type { Context, Handler } from '../../core/worker/endpoint.ts';

/**
 * A handler for whoever holds a token of the operator's, which is compared in constant time. Anybody else is refused
 * with `authentication_failed` (401), before anything of the request is looked at.
 * @param tokenOf picks the token out of the worker's settings.
 */
export function behindToken<Env>(tokenOf: (env: Env) => string, handler: Handler<Env>): Handler<Env> {
  return async (context: Context<Env>) => {
    if (!(await equalSecrets(readBearer(context.request), tokenOf(context.env))))
      throw authenticationFailed();
    return handler(context);
  };
}
