import { equalSecrets } from '../../core/crypto/bytes.ts';
import { authenticationFailed, readBearer } from '../../core/protocol/credentials.ts';
import type { Context, Handler } from '../../core/worker/endpoint.ts';

/**
 * A handler that requires one of the operator's tokens, compared in constant time. Other requests are refused with
 * `authentication_failed` (401) before anything else in them is read.
 * @param tokenOf picks the token out of the worker's settings.
 */
export function requireToken<Env>(tokenOf: (env: Env) => string, handler: Handler<Env>): Handler<Env> {
  return async (context: Context<Env>) => {
    if (!(await equalSecrets(readBearer(context.request), tokenOf(context.env))))
      throw authenticationFailed();
    return handler(context);
  };
}
