import { randomSecret, sha256Base64url } from '../../core/crypto/bytes.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { type CookieSeries, dropOldestCookies, readCookies, writeCookie } from '../../core/http/cookies.ts';
import type { Parameters } from '../../core/http/parameters.ts';
import { redirect } from '../../core/http/redirect.ts';
import { challengeOf } from '../../core/protocol/pkce.ts';
import { fromKv } from '../../core/storage/outages.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { describeFailure } from '../../core/worker/log.ts';
import { type Bindings, callbackAddress } from '../shared/gateway-bindings.ts';
import { flowCookieLifetime, flowLifetime } from '../shared/gateway-lifetimes.ts';
import { type BrowserFlow, browserFlow } from '../shared/gateway-values.ts';

type BeginEnv = AuthorizeEnv & Pick<Bindings, 'KEYS' | 'STATES'>;

/**
 * Begins a sign-in of a browser, and leads it to the service.
 * @param flow where to lead it back to, which is checked before; whether that needs somebody who is signed in; and
 *   whether only a full sign-in will do.
 */
export async function beginSignIn(
  context: Context<BeginEnv>,
  flow: Pick<BrowserFlow, 'return_to' | 'required' | 'full'>,
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

export type AuthorizeEnv = Pick<
  Bindings,
  'SERVICE_URL' | 'AUTHORIZE_PATH' | 'PKCE' | 'CLIENT_ID' | 'GATEWAY_ORIGIN'
>;

/** What the starter of a sign-in may pass on to the service's pages (§4.1); anything else stays here. */
const extras = ['prompt', 'isHybrid', 'ui_locales'] as const;
export type ExtraParameters = Partial<Record<(typeof extras)[number], string | undefined>>;

/** @throws {ProtocolError} `invalid_item` where one is repeated. */
export const readExtraParameters = (parameters: Parameters): ExtraParameters =>
  Object.fromEntries(extras.map((name) => [name, parameters.optional(name)?.slice(0, 100)]));

/** The address at the service where a person signs in (§4.1). */
export function authorizeAddress(
  env: AuthorizeEnv,
  state: string,
  code_challenge: string,
  extras: ExtraParameters,
): string {
  const url = new URL(env.AUTHORIZE_PATH, env.SERVICE_URL);
  const proof = env.PKCE === 'Y' ? { code_challenge, code_challenge_method: 'S256' } : {};
  const parameters = {
    response_type: 'code',
    client_id: env.CLIENT_ID,
    redirect_uri: callbackAddress(env),
    state,
    ...proof,
    ...extras,
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  // A space as %20: not every service reads a plus as one.
  url.search = url.searchParams.toString().replaceAll('+', '%20');
  return url.href;
}

const series: CookieSeries = { prefix: 'plid-flow-', maxCount: 10, maxCharacters: 6_000 };

/** A state that names its flow: when it began, so that names sort by age, and 256 unpredictable bits. */
const newState = (now: number): string => `${now.toString(36).padStart(8, '0')}-${randomSecret()}`;

/**
 * The Set-Cookie values that begin a flow: its own, and those that remove the oldest where there are too many.
 * Each flow has a cookie of its own, so that several tabs do not get in each other's way.
 */
async function beginFlow(request: Request, keys: KeyRing, flow: BrowserFlow): Promise<string[]> {
  const sealed = await browserFlow.seal(keys, flow);
  return [
    writeCookie(new URL(request.url), series.prefix + flow.state, sealed, flowCookieLifetime),
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

/**
 * What KV remembers of the states that this gateway issued. It chooses the text of a refusal and recognises a
 * repeat. It never authorises anything, since KV lags: the sealed flow decides.
 */
export type StateRecord = { status: 'unknown' | 'issued' } | { status: 'used'; session: string };

type StatesContext = Pick<Context<Pick<Bindings, 'STATES'>>, 'env' | 'waitUntil' | 'log'>;

/** Written after the response, and only for a page that a person has opened in a browser that sends Sec-Fetch-Dest. */
export function recordIssued(
  context: StatesContext & Pick<Context<unknown>, 'request'>,
  state: string,
): void {
  if (context.request.headers.get('Sec-Fetch-Dest') !== 'document') return;
  context.waitUntil(writeState(context, state, 'issued', flowCookieLifetime));
}

/** Written after the response. @param session the id of the session in which the flow ended. @param lifetime in seconds. */
export function recordUsed(context: StatesContext, state: string, session: string, lifetime: number): void {
  context.waitUntil(writeState(context, state, `used:${session}`, lifetime));
}

export async function readStateRecord(
  { STATES }: Pick<Bindings, 'STATES'>,
  state: string,
): Promise<StateRecord> {
  const read = fromKv('reading a state from KV', STATES.get(await stateKey(state)));
  const record = await read.catch(() => null);
  if (record?.startsWith('used:')) return { status: 'used', session: record.slice('used:'.length) };
  return { status: record === 'issued' ? 'issued' : 'unknown' };
}

async function writeState(
  { env: { STATES }, log }: StatesContext,
  state: string,
  value: string,
  lifetime: number,
) {
  try {
    await STATES.put(await stateKey(state), value, { expirationTtl: Math.max(60, lifetime) });
  } catch (failure) {
    log('warn', { doing: 'remembering a state in KV', cause: describeFailure(failure) });
  }
}

/** A key of KV has at most 512 bytes, which an application's state may exceed. */
const stateKey = async (state: string) => `state:${await sha256Base64url(state)}`;
