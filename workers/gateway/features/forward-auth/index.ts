import * as v from 'valibot';
import type { Session } from '../../../../packages/plid/gateway/session.ts';
import { equalSecrets } from '../../../core/crypto/bytes.ts';
import { redirect } from '../../../core/http/redirect.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callWorker } from '../../../core/storage/call-with-timeout.ts';
import { type Context, endpoint } from '../../../core/worker/endpoint.ts';
import { originSetting, pick } from '../../../core/worker/settings.ts';
import { failureResponse } from '../../errors/failure-response.ts';
import { isPreflight } from '../../identity/cors-preflight.ts';
import { isCrossOrigin } from '../../identity/cross-origin.ts';
import { requireSignIn } from '../../identity/require-session.ts';
import { sessionLookup } from '../../identity/session-lookup.ts';
import { signIdentity } from '../../identity/sign-identity.ts';
import { noSessionError } from '../../sessions/live-session.ts';
import { bindings } from '../../settings/gateway-bindings.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';
import { type ForwardedRequest, forwardedRequest } from './forwarded-request.ts';
import { deriveProxyKey } from './proxy-key.ts';
import { verifyEndpointSettings } from './verify-endpoint-settings.ts';

const schema = v.object({
  ...pick(bindings, 'GATEWAY_ORIGIN', 'HSTS_SUBDOMAINS'),
  ...pick(verifyEndpointSettings, 'IDENTITY_KEY', 'TRUSTED_ORIGINS', 'GATEWAY'),
  ...pick(verifyEndpointSettings, 'VERIFY_PREFLIGHTS', 'VERIFY_USER_HEADER'),
});
type VerifyContext = Context<v.InferOutput<typeof schema>>;

const own = '/auth/verify';

/**
 * Header with a key that only the proxy has. The key is required because scripts of a page must not read the
 * identity.
 */
const keyHeader = 'Plid-Identity-Key';

/**
 * Decides for a proxy in front of an application (nginx, Caddy, HAProxy, Apache, Traefik) whether to forward a
 * request, and returns the identity. The proxy sends that request's headers.
 */
const verify = (context: VerifyContext): Promise<Response> =>
  answer(context, forwardedRequest(context.request), context.url.searchParams);

/**
 * Authorizes a request for a proxy that can only add a prefix to the request's path (Envoy). The query of the
 * received URL belongs to the request to authorize.
 */
const verifyAppended = (context: VerifyContext): Promise<Response> => {
  const { pathname, search } = context.url;
  return answer(context, forwardedRequest(context.request, pathname.slice(own.length) + search));
};

async function answer(
  context: VerifyContext,
  { request: asked, path }: ForwardedRequest,
  query = new URLSearchParams(),
): Promise<Response> {
  const { env, now } = context;
  await authenticateProxy(context);
  const audience = readAudience(query) ?? env.GATEWAY_ORIGIN;
  if (env.VERIFY_PREFLIGHTS === 'Y' && isPreflight(asked)) return letThrough(env);
  const isForeign = isCrossOrigin(asked, new URL(env.GATEWAY_ORIGIN), env.TRUSTED_ORIGINS);
  const session = await readSession(context, isForeign);
  if (session !== null) {
    const [key = ''] = env.IDENTITY_KEY;
    const identity = await signIdentity(session, { issuer: env.GATEWAY_ORIGIN, audience, key, now });
    return letThrough(env, identity, session.user.plid);
  }
  const { login } = requireSignIn(asked, { path, origin: env.GATEWAY_ORIGIN, isForeign });
  // nginx treats a redirect from auth_request as an error, so the nginx configuration redirects instead. Proxies
  // forward a 302, after which browsers follow a form with GET too.
  if (query.get('refuse') === '401') throw noSessionError({ 'Plid-Login': login });
  return redirect(302, login);
}

/**
 * Lets a request through. If there is no user, the identity headers are sent with empty values. Otherwise, Caddy
 * 2.6 would replace a missing header with the name of the Caddy variable.
 */
const letThrough = ({ VERIFY_USER_HEADER }: VerifyContext['env'], identity = '', plid = ''): Response =>
  new Response(null, {
    headers: {
      'Plid-Identity': identity,
      ...(VERIFY_USER_HEADER === 'Y' && { 'X-Auth-Request-User': plid }),
    },
  });

/**
 * Authenticates the proxy by comparing every key in constant time.
 * @throws {ProtocolError} `not_the_proxy`.
 */
async function authenticateProxy({ env, request }: VerifyContext): Promise<void> {
  const presented = request.headers.get(keyHeader) ?? '';
  const keys = await Promise.all(env.IDENTITY_KEY.map(deriveProxyKey));
  const comparisons = await Promise.all(keys.map((key) => equalSecrets(presented, key)));
  if (!comparisons.includes(true)) throw new ProtocolError(gatewayRefusals.not_the_proxy);
}

/**
 * Returns the `aud` of the identity. An application rejects an identity that is intended for another application.
 * @throws {ProtocolError} `invalid_item`.
 */
function readAudience(query: URLSearchParams): string | undefined {
  const audience = query.get('audience') ?? undefined;
  if (audience !== undefined && !v.is(originSetting, audience))
    throw new ProtocolError(refusals.invalid_item, { item: 'audience' });
  return audience;
}

async function readSession({ request, env }: VerifyContext, isForeign: boolean): Promise<Session | null> {
  const session = env.GATEWAY.session(sessionLookup(request, isForeign));
  return callWorker('asking who is signed in', Promise.resolve(session));
}

/** Checks requests for another proxy. */
export default endpoint(
  'gateway-verify',
  schema,
  {
    /**
     * Checks a request for Envoy, which appends the path.
     *
     * The first matching route handles the request. If the proxy appends only a slash, that slash is the path of
     * the request to authorize.
     */
    'ALL /auth/verify/:request+': verifyAppended,
    /** Checks a request for a proxy such as nginx. */
    'ALL /auth/verify': verify,
  },
  { errorPage: failureResponse },
);
