import { randomSecret } from '../../core/crypto/bytes.ts';
import { redirect } from '../../core/http/redirect.ts';
import { challengeOf } from '../../core/protocol/pkce.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { flowLifetime } from '../shared/gateway-lifetimes.ts';
import type { BrowserFlow } from '../shared/gateway-values.ts';
import { type AuthorizeEnv, authorizeAddress, type ExtraParameters } from './authorize-address.ts';
import { beginFlow, newState } from './flow-cookies.ts';
import { recordIssued } from './states.ts';

type BeginEnv = AuthorizeEnv & Pick<Bindings, 'KEYS' | 'STATES'>;

/**
 * Begins a sign-in of a browser, and leads it to the service.
 * @param flow where to lead it back to, which is checked before; and whether only a full sign-in will do.
 */
export async function beginSignIn(
  context: Context<BeginEnv>,
  flow: Pick<BrowserFlow, 'return_to' | 'full'>,
  extras: ExtraParameters,
): Promise<Response> {
  const { request, env, now } = context;
  const state = newState(now);
  const secrets = { session: randomSecret(), code_verifier: randomSecret() };
  const cookies = await beginFlow(request, env.KEYS, {
    ...flow,
    ...secrets,
    state,
    expires: now + flowLifetime,
  });
  const code_challenge = await challengeOf(secrets.code_verifier);
  recordIssued(context, state);
  return redirect(302, authorizeAddress(env, state, code_challenge, extras), cookies);
}
