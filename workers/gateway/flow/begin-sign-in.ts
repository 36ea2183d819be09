import type { SignInParameters } from '../../../packages/plid/client/authorization.ts';
import { randomSecret } from '../../../packages/plid/crypto/bytes.ts';
import { redirect } from '../../core/http/redirect.ts';
import { readRememberedLanguage } from '../../core/http/remembered-language.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { challengeOf } from '../../core/protocol/pkce.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { flowLifetime } from '../shared/gateway-lifetimes.ts';
import type { BrowserFlow } from '../shared/gateway-sealed-types.ts';
import { type AuthorizeEnv, authorizeAddress } from './authorize-address.ts';
import { flowCookies } from './browser-flow.ts';
import { newState } from './state.ts';
import { storeNonce } from './state-nonces.ts';

type BeginEnv = AuthorizeEnv & Pick<Bindings, 'KEYS' | 'STATES' | 'STATE_LIMIT'>;

/**
 * Begins a sign-in of a browser, and leads it to the service.
 * @param wanted the address to lead it back to, which the caller has checked; whether that address needs a signed-in person; and
 *   whether an automatic login is not enough.
 */
export async function beginSignIn(
  context: Context<BeginEnv>,
  wanted: Pick<BrowserFlow, 'return_to' | 'required' | 'full'>,
  extras: SignInParameters,
): Promise<Response> {
  const { request, env, now } = context;
  const secrets = { session: randomSecret(), code_verifier: randomSecret() };
  const state = await newState(now, secrets.session);
  const flow = { ...wanted, ...secrets, state, expires: now + flowLifetime };
  const cookies = await flowCookies(context, flow);
  storeNonce(context, flow);
  const code_challenge = await challengeOf(secrets.code_verifier);
  // The choice on a page of ours holds at the service as well, unless the application says otherwise.
  const ui_locales = extras.ui_locales ?? readRememberedLanguage(request);
  const asked = { ...extras, ui_locales, state, code_challenge };
  const address = await authorizeAddress(env, asked, env.PAR === 'Y');
  return redirect(302, address, cookies);
}

/**
 * Asks the service once more, for a full sign-in: after a log-out everywhere an automatic login is not enough.
 * @param flow that came back. @throws {ProtocolError} `login_required` where it had asked for a full one already.
 */
export function beginFullSignIn(
  context: Context<BeginEnv>,
  { return_to, required, full }: BrowserFlow,
): Promise<Response> {
  if (full) throw new ProtocolError(refusals.login_required);
  return beginSignIn(context, { return_to, ...(required && { required }), full: true }, { prompt: 'login' });
}
