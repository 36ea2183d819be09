import { authorizationAddress, type SignInParameters } from '../../../packages/plid/client/authorization.ts';
import { randomSecret } from '../../../packages/plid/crypto/bytes.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { type CookieSeries, dropOldestCookies, readCookies, writeCookie } from '../../core/http/cookies.ts';
import type { Parameters } from '../../core/http/parameters.ts';
import { redirect } from '../../core/http/redirect.ts';
import { challengeOf } from '../../core/protocol/pkce.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { type Bindings, callbackAddress } from '../shared/gateway-bindings.ts';
import { flowCookieLifetime, flowLifetime } from '../shared/gateway-lifetimes.ts';
import { type BrowserFlow, browserFlow } from '../shared/gateway-values.ts';
import { newState } from './state.ts';
import { keepNonce } from './state-nonces.ts';

type BeginEnv = AuthorizeEnv & Pick<Bindings, 'KEYS' | 'STATES' | 'STATE_LIMIT'>;

/**
 * Begins a sign-in of a browser, and leads it to the service.
 * @param wanted where to lead it back to, which is checked before; whether that needs somebody who is signed in; and
 *   whether only a full sign-in will do.
 */
export async function beginSignIn(
  context: Context<BeginEnv>,
  wanted: Pick<BrowserFlow, 'return_to' | 'required' | 'full'>,
  extras: SignInParameters,
): Promise<Response> {
  const { env, now } = context;
  const secrets = { session: randomSecret(), code_verifier: randomSecret() };
  const state = await newState(now, secrets.session);
  const flow = { ...wanted, ...secrets, state, expires: now + flowLifetime };
  const cookies = await beginFlow(context, flow);
  keepNonce(context, flow);
  const code_challenge = await challengeOf(secrets.code_verifier);
  return redirect(302, authorizeAddress(env, state, code_challenge, extras), cookies);
}

export type AuthorizeEnv = Pick<
  Bindings,
  'SERVICE_URL' | 'AUTHORIZE_PATH' | 'PKCE' | 'CLIENT_ID' | 'GATEWAY_ORIGIN'
>;

/** What the starter of a sign-in may pass on to the service's pages (§4.1); anything else stays here. */
const extras = ['prompt', 'isHybrid', 'ui_locales'] as const;

/** @throws {ProtocolError} `invalid_item` where one is repeated. */
export const readSignInParameters = (parameters: Parameters): SignInParameters =>
  Object.fromEntries(extras.map((name) => [name, parameters.optional(name)?.slice(0, 100)]));

/** The address at the service where a person signs in (§4.1). */
export function authorizeAddress(
  env: AuthorizeEnv,
  state: string,
  code_challenge: string,
  extras: SignInParameters,
): string {
  const settings = {
    service: env.SERVICE_URL,
    clientId: env.CLIENT_ID,
    redirectUri: callbackAddress(env),
    paths: { authorize: env.AUTHORIZE_PATH },
  };
  const codeChallenge = env.PKCE === 'Y' ? code_challenge : undefined;
  return authorizationAddress(settings, { state, codeChallenge, ...extras });
}

const series: CookieSeries = { prefix: 'plid-flow-', maxCount: 10, maxCharacters: 6_000 };

/**
 * The Set-Cookie values that begin a flow: its own, and those that remove the oldest where there are too many.
 * Each flow has a cookie of its own, so that several tabs do not get in each other's way.
 */
async function beginFlow({ request, url, env }: Context<BeginEnv>, flow: BrowserFlow): Promise<string[]> {
  const sealed = await browserFlow.seal(env.KEYS, flow);
  return [
    writeCookie(url, series.prefix + flow.state, sealed, flowCookieLifetime),
    ...dropOldestCookies(request, series, sealed.length),
  ];
}

/**
 * The flow of this browser that a state belongs to. The cookie stays until it expires, so that the callback can be
 * repeated.
 * @param now in seconds since 1970. @returns `missing` where the browser has no flow at all, `other` where it has but not this one.
 */
export async function findFlow(
  request: Request,
  keys: KeyRing,
  state: string,
  now: number,
): Promise<BrowserFlow | 'missing' | 'other'> {
  const cookies = readCookies(request, series.prefix);
  const flow = await browserFlow.open(keys, cookies.get(state) ?? '', now);
  if (flow?.state === state) return flow;
  return cookies.size === 0 ? 'missing' : 'other';
}
