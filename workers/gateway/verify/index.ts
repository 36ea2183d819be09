import * as v from 'valibot';
import { equalSecrets } from '../../../packages/plid/crypto/bytes.ts';
import { prefersPage } from '../../core/http/accept.ts';
import { redirect } from '../../core/http/redirect.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { callWorker } from '../../core/storage/outages.ts';
import { type Context, endpoint } from '../../core/worker/endpoint.ts';
import { originSetting, pick } from '../../core/worker/settings.ts';
import { failureAnswer } from '../errors/failure-answer.ts';
import { isFromOtherOrigin } from '../identity/cross-origin.ts';
import { identitySettings } from '../identity/identity-settings.ts';
import { loginFor } from '../identity/login-for.ts';
import { isPreflight } from '../identity/preflight.ts';
import { signIdentity } from '../identity/sign-identity.ts';
import { noSessionError } from '../sessions/live-session.ts';
import { bindings } from '../shared/gateway-bindings.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';
import type { Session } from '../shared/gateway-values.ts';
import { type AskedRequest, askedAbout } from './asked-request.ts';

const schema = v.object({
  ...pick(bindings, 'GATEWAY_ORIGIN', 'HSTS_SUBDOMAINS'),
  ...pick(identitySettings, 'IDENTITY_KEY', 'TRUSTED_ORIGINS', 'PREFLIGHTS', 'GATEWAY'),
});
type VerifyContext = Context<v.InferOutput<typeof schema>>;

const own = '/auth/verify';

/** A proxy shows by it that it is one: no script of a page may read what an application is told of a person. */
const keyHeader = 'Plid-Identity-Key';

/**
 * Tells a proxy in front of an application (nginx, Caddy, HAProxy, Apache, Traefik) whether to let a request through, and who sends it. The proxy asks
 * with the headers of that request, and with any method.
 */
const verify = (context: VerifyContext): Promise<Response> =>
  answer(context, askedAbout(context.request), context.url.searchParams);

/** The same for a proxy that can only write an address before the path that it asks about (Envoy): the query is that of the request then. */
const verifyAppended = (context: VerifyContext): Promise<Response> => {
  const { pathname, search } = context.url;
  return answer(context, askedAbout(context.request, pathname.slice(own.length) + search));
};

async function answer(
  context: VerifyContext,
  { asked, path }: AskedRequest,
  said = new URLSearchParams(),
): Promise<Response> {
  const { env, now } = context;
  await refuseOthers(context);
  const audience = readAudience(said) ?? env.GATEWAY_ORIGIN;
  if (env.PREFLIGHTS === 'Y' && isPreflight(asked)) return letThrough('', '');
  const isForeign = isFromOtherOrigin(asked, new URL(env.GATEWAY_ORIGIN), env.TRUSTED_ORIGINS);
  const session = await readSession(context, isForeign);
  if (session !== null) {
    const [key = ''] = env.IDENTITY_KEY;
    const identity = await signIdentity(session, { issuer: env.GATEWAY_ORIGIN, audience, key, now });
    return letThrough(identity, session.user.plid);
  }
  if (isForeign) throw new ProtocolError(gatewayRefusals.cross_origin);
  if (asked.method !== 'GET' || !prefersPage(asked)) throw noSessionError();
  const login = loginFor(path, env.GATEWAY_ORIGIN);
  // nginx takes a redirect for a fault, and leads there itself.
  if (said.get('refuse') === '401') throw noSessionError({ 'Plid-Login': login });
  return redirect(302, login);
}

/** Empty headers for nobody: Caddy 2.6 would send the name of its variable in the place of one that is not there. */
const letThrough = (identity: string, plid: string): Response =>
  new Response(null, { headers: { 'Plid-Identity': identity, 'X-Auth-Request-User': plid } });

/** Each key is compared, in constant time. @throws {ProtocolError} `not_the_proxy`. */
async function refuseOthers({ env, request }: VerifyContext): Promise<void> {
  const presented = request.headers.get(keyHeader) ?? '';
  const matches = await Promise.all(env.IDENTITY_KEY.map((key) => equalSecrets(presented, key)));
  if (!matches.includes(true)) throw new ProtocolError(gatewayRefusals.not_the_proxy);
}

/** The application that the proxy asks for: an identity that was signed for another one is none. @throws {ProtocolError} `invalid_item`. */
function readAudience(said: URLSearchParams): string | undefined {
  const audience = said.get('audience') ?? undefined;
  if (audience !== undefined && !v.is(originSetting, audience))
    throw new ProtocolError(refusals.invalid_item, { item: 'audience' });
  return audience;
}

/** A page of another origin cannot know a bearer token; a browser adds cookies to its requests by itself. */
async function readSession({ request, env }: VerifyContext, isForeign: boolean): Promise<Session | null> {
  const asked = new Request(request.url, { headers: request.headers });
  if (isForeign) asked.headers.delete('Cookie');
  return callWorker('asking who is signed in', Promise.resolve(env.GATEWAY.session(asked)));
}

export default endpoint(
  'gateway-verify',
  schema,
  // The first that matches answers, and a slash at the end is a path that was asked about.
  { [`ALL ${own}/:request+` as const]: verifyAppended, [`ALL ${own}` as const]: verify },
  { errorPage: failureAnswer },
);
