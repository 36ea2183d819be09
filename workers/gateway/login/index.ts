import * as v from 'valibot';
import { randomSecret } from '../../core/crypto/bytes.ts';
import { readJson } from '../../core/http/json.ts';
import { queryParameters } from '../../core/http/parameters.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { challengeFormat } from '../../core/protocol/pkce.ts';
import { type Context, endpoint } from '../../core/worker/endpoint.ts';
import { signInFailure } from '../answers/failure-page.tsx';
import { authorizeAddress, beginSignIn, readSignInParameters } from '../flow/browser-flow.ts';
import {
  hasSignedOut,
  limitRequests,
  mayBeCrossSite,
  refuseEmbedded,
  refusePrefetch,
  returnAddress,
} from '../flow/request-checks.ts';
import { bindings } from '../shared/gateway-bindings.ts';
import { flowLifetime } from '../shared/gateway-lifetimes.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';
import { appFlow } from '../shared/gateway-values.ts';

const schema = v.object({
  KEYS: bindings.KEYS,
  SERVICE_URL: bindings.SERVICE_URL,
  AUTHORIZE_PATH: bindings.AUTHORIZE_PATH,
  PKCE: bindings.PKCE,
  CLIENT_ID: bindings.CLIENT_ID,
  GATEWAY_ORIGIN: bindings.GATEWAY_ORIGIN,
  APP_LINKS: bindings.APP_LINKS,
  REQUEST_LIMIT: bindings.REQUEST_LIMIT,
});
type LoginContext = Context<v.InferOutput<typeof schema>>;

/**
 * Starts a sign-in of a browser, and leads it to the service. Where to lead it back to is settled before. After a
 * log-out a link of another site's does not log in automatically.
 */
async function startInBrowser(context: LoginContext): Promise<Response> {
  const { request, url, env } = context;
  refusePrefetch(request);
  refuseEmbedded(request);
  await limitRequests(context);
  const parameters = queryParameters(url);
  const return_to = parameters.optional('return_to') ?? '/';
  returnAddress(return_to, env.GATEWAY_ORIGIN);
  const flow = { return_to, ...(parameters.optional('required') === 'Y' && { required: true as const }) };
  const extras = readSignInParameters(parameters);
  if (!hasSignedOut(request) || !mayBeCrossSite(request) || extras.prompt === 'login') {
    return beginSignIn(context, flow, extras);
  }
  return beginSignIn(context, flow, { ...extras, prompt: 'select_account' });
}

const extraText = v.exactOptional(v.pipe(v.string(), v.maxLength(100)));
const appLogin = v.object({
  code_challenge: v.pipe(v.string(), v.regex(challengeFormat)),
  code_challenge_method: v.literal('S256'),
  /** Where the callback redirects to, one of APP_LINKS; without it the application catches the callback in its WebView. */
  app_link: v.exactOptional(v.string()),
  prompt: extraText,
  isHybrid: extraText,
  ui_locales: extraText,
});

/**
 * Starts a sign-in of an application without a server. Its `state` is the flow itself, bound to the holder of the verifier.
 * That may be any app on the phone: a custom scheme, a loopback port and a WebView have no verified owner. Only an https link is
 * sure to lead to the application itself (RFC 8252 §8.6), so for all others the service is to ask the person each time.
 */
async function startInApp(context: LoginContext): Promise<Response> {
  const { request, env, now } = context;
  await limitRequests(context);
  const { code_challenge, app_link, prompt, isHybrid, ui_locales } = await readJson(request, appLogin);
  if (app_link !== undefined && !env.APP_LINKS.includes(app_link))
    throw new ProtocolError(gatewayRefusals.app_link_refused);
  const link = app_link === undefined ? {} : { link: app_link };
  const flow = { session: randomSecret(), code_challenge, ...link, expires: now + flowLifetime };
  const state = await appFlow.seal(env.KEYS, flow);
  const asked = app_link?.startsWith('https:') ? prompt : 'login';
  const extras = { prompt: asked, isHybrid, ui_locales };
  const authorize_url = authorizeAddress(env, state, code_challenge, extras);
  return Response.json({ authorize_url, state, expires_in: flowLifetime });
}

export default endpoint(
  'gateway-login',
  schema,
  { 'GET /auth/login': startInBrowser, 'POST /auth/login': startInApp },
  { errorPage: signInFailure },
);
