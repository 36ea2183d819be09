import * as v from 'valibot';
import { randomSecret } from '../../../core/crypto/bytes.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { readJson, requireJson } from '../../../core/protocol/json.ts';
import { challengeFormat } from '../../../core/protocol/pkce.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import { type AuthorizeEnv, serviceAuthorizationUrl } from '../../flow/authorization-url.ts';
import type { Bindings } from '../../settings/gateway-bindings.ts';
import { flowLifetime } from '../../settings/gateway-lifetimes.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';
import { appFlow } from '../../settings/gateway-sealed-types.ts';
import { supportsPushedRequests } from '../../upstream/service-calls.ts';
import { isClaimedHttpsLink, needsFullSignIn } from './app-flow.ts';
import { type AppLimitsEnv, limitAppRequest, limitServiceCallsForApps } from './app-limits.ts';

const extraText = v.exactOptional(v.pipe(v.string(), v.maxLength(100)));
const appLogin = v.object({
  code_challenge: v.pipe(v.string(), v.regex(challengeFormat)),
  code_challenge_method: v.literal('S256'),
  /**
   * The link that the callback redirects to, which must be in `APP_LINKS`. If the request contains no link, the
   * app intercepts the callback in its WebView.
   */
  app_link: v.exactOptional(v.string()),
  prompt: extraText,
  isHybrid: extraText,
  ui_locales: extraText,
});

/**
 * Starts a sign-in for an app without a back end. The `state` is the encrypted flow, bound to the holder of the
 * verifier. Any app on the phone may be that holder, because custom schemes, loopback ports, and WebViews have no
 * verified owner. Only an https link is sure to reach the app itself (RFC 8252 §8.6). If the app uses any other
 * link, the service must ask the user each time. Because the app could change the authorization URL, the request
 * is pushed if the service supports pushed requests. The encrypted flow also records what the gateway requested.
 */
export async function startAppSignIn(
  context: Context<AuthorizeEnv & AppLimitsEnv & Pick<Bindings, 'APP_LINKS'>>,
): Promise<Response> {
  const { request, env, now } = context;
  await limitAppRequest(context, requireJson);
  const { code_challenge, app_link, prompt, isHybrid, ui_locales } = await readJson(request, appLogin);
  if (app_link !== undefined && !env.APP_LINKS.includes(app_link))
    throw new ProtocolError(gatewayRefusals.app_link_refused);
  const link = app_link === undefined ? {} : { link: app_link };
  const full = needsFullSignIn(app_link, prompt) ? { full: true as const } : {};
  const flow = { session: randomSecret(), code_challenge, ...link, ...full, expires: now + flowLifetime };
  const state = await appFlow.seal(env.KEYS, flow);
  const asked = { prompt: isClaimedHttpsLink(app_link) ? prompt : 'login', isHybrid, ui_locales };
  const isPushed = await isPushedForApp(context);
  const authorize_url = await serviceAuthorizationUrl(env, { ...asked, state, code_challenge }, isPushed);
  return Response.json({ authorize_url, state, expires_in: flowLifetime });
}

/**
 * Decides whether to push an app's request. A push is a call to the service, so it is counted toward the limits
 * for apps.
 * @returns whether to push the request. @throws errors of {@link limitServiceCallsForApps}.
 */
async function isPushedForApp(context: Context<AuthorizeEnv & AppLimitsEnv>): Promise<boolean> {
  const { PAR } = context.env;
  if (PAR === 'N' || (PAR === 'apps' && !(await supportsPushedRequests(context)))) return false;
  await limitServiceCallsForApps(context, 'begins');
  return true;
}
