import type { SignInParameters } from '../../../packages/plid/client/authorization.ts';
import { randomSecret } from '../../core/crypto/bytes.ts';
import { redirect } from '../../core/http/redirect.ts';
import { readRememberedLanguage } from '../../core/http/remembered-language.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { challengeOf } from '../../core/protocol/pkce.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import { flowLifetime } from '../settings/gateway-lifetimes.ts';
import type { BrowserFlow } from '../settings/gateway-sealed-types.ts';
import { type AuthorizeEnv, serviceAuthorizationUrl } from './authorization-url.ts';
import { flowCookies } from './browser-flow.ts';
import { storeStateNonce } from './state-nonces.ts';
import { createStateParameter } from './state-parameter.ts';

type BeginEnv = AuthorizeEnv & Pick<Bindings, 'KEYS' | 'STATES' | 'STATE_LIMIT'>;

/**
 * Starts a browser's sign-in and redirects to the service. @param wanted the checked return address, whether that
 * address requires a signed-in user, and whether an automatic login isn't enough.
 */
export async function startBrowserSignIn(
  context: Context<BeginEnv>,
  wanted: Pick<BrowserFlow, 'return_to' | 'required' | 'full'>,
  extras: SignInParameters,
): Promise<Response> {
  const { request, env, now } = context;
  const secrets = { session: randomSecret(), code_verifier: randomSecret() };
  const state = await createStateParameter(now, secrets.session);
  const flow = { ...wanted, ...secrets, state, expires: now + flowLifetime };
  const cookies = await flowCookies(context, flow);
  storeStateNonce(context, flow);
  const code_challenge = await challengeOf(secrets.code_verifier);
  // A language chosen on a gateway page also applies at the service, unless the application requests another one.
  const ui_locales = extras.ui_locales ?? readRememberedLanguage(request);
  const asked = { ...extras, ui_locales, state, code_challenge };
  const address = await serviceAuthorizationUrl(env, asked, env.PAR === 'Y');
  return redirect(302, address, cookies);
}

/**
 * Sends the user to the service again for a full sign-in, because an automatic login isn't enough after signing
 * out everywhere. @param flow the returned flow. @throws {ProtocolError} `login_required` if that flow had already
 * requested a full sign-in.
 */
export function restartWithFullSignIn(
  context: Context<BeginEnv>,
  { return_to, required, full }: BrowserFlow,
): Promise<Response> {
  if (full) throw new ProtocolError(refusals.login_required);
  return startBrowserSignIn(
    context,
    { return_to, ...(required && { required }), full: true },
    { prompt: 'login' },
  );
}
