import * as v from 'valibot';
import { randomSecret } from '../../../packages/plid/crypto/bytes.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { readJson, requireJson } from '../../core/protocol/json.ts';
import { challengeFormat } from '../../core/protocol/pkce.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { isOfOneApp, needsFullSignIn } from '../flow/app-flow.ts';
import { type AppLimitsEnv, limitApp, limitCallsForApps } from '../flow/app-limits.ts';
import { type AuthorizeEnv, authorizeAddress } from '../flow/authorize-address.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { flowLifetime } from '../shared/gateway-lifetimes.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';
import { appFlow } from '../shared/gateway-sealed-types.ts';
import { takesPushed } from '../upstream/service-endpoints.ts';

const extraText = v.exactOptional(v.pipe(v.string(), v.maxLength(100)));
const appLogin = v.object({
  code_challenge: v.pipe(v.string(), v.regex(challengeFormat)),
  code_challenge_method: v.literal('S256'),
  /** The address to which the callback redirects, one of APP_LINKS; without it the application catches the callback in its WebView. */
  app_link: v.exactOptional(v.string()),
  prompt: extraText,
  isHybrid: extraText,
  ui_locales: extraText,
});

/**
 * Starts a sign-in of an application without a server. Its `state` is the flow itself, bound to the holder of the verifier.
 * That may be any app on the phone: a custom scheme, a loopback port and a WebView have no verified owner. Only an https link is
 * sure to lead to the application itself (RFC 8252 §8.6), so for all others the service is to ask the person each time. The address is in the
 * app's hands: where the service takes it, the request is pushed, and the flow itself says what was demanded.
 */
export async function startAppSignIn(
  context: Context<AuthorizeEnv & AppLimitsEnv & Pick<Bindings, 'APP_LINKS'>>,
): Promise<Response> {
  const { request, env, now } = context;
  await limitApp(context, requireJson);
  const { code_challenge, app_link, prompt, isHybrid, ui_locales } = await readJson(request, appLogin);
  if (app_link !== undefined && !env.APP_LINKS.includes(app_link))
    throw new ProtocolError(gatewayRefusals.app_link_refused);
  const link = app_link === undefined ? {} : { link: app_link };
  const full = needsFullSignIn(app_link, prompt) ? { full: true as const } : {};
  const flow = { session: randomSecret(), code_challenge, ...link, ...full, expires: now + flowLifetime };
  const state = await appFlow.seal(env.KEYS, flow);
  const asked = { prompt: isOfOneApp(app_link) ? prompt : 'login', isHybrid, ui_locales };
  const isPushed = await isPushedForApp(context);
  const authorize_url = await authorizeAddress(env, { ...asked, state, code_challenge }, isPushed);
  return Response.json({ authorize_url, state, expires_in: flowLifetime });
}

/** Whether the request of an app is pushed; if so, that call to the service is counted. @throws as {@link limitCallsForApps}. */
async function isPushedForApp(context: Context<AuthorizeEnv & AppLimitsEnv>): Promise<boolean> {
  const { PAR } = context.env;
  if (PAR === 'N' || (PAR === 'apps' && !(await takesPushed(context)))) return false;
  await limitCallsForApps(context, 'begins');
  return true;
}
