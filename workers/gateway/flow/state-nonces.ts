import { sha256Base64url } from '../../core/crypto/bytes.ts';
import { type KeyRing, keyRing } from '../../core/crypto/keys.ts';
import { prefersPage } from '../../core/http/accept.ts';
import { callKv, callRateLimit, withTimeout } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { unlimited } from '../../core/worker/rate-limit.ts';
import { logKvFailure, missIfKvFails } from '../sessions/log-kv-failure.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import { stateNonceLifetime } from '../settings/gateway-lifetimes.ts';
import { type BrowserFlow, stateNonce } from '../settings/gateway-sealed-types.ts';
import { isReturnPath } from './request-checks.ts';
import { isStateParameter } from './state-parameter.ts';

/*
 * Records of issued states in KV, for the error page of a user who returns without the sign-in's cookie. No
 * decision depends on a record. Responses don't wait until the record is written, and a callback that arrives with
 * its cookie doesn't read the record.
 */

export type NonceEnv = Pick<Bindings, 'KEYS' | 'STATES' | 'GATEWAY_ORIGIN'>;
type NonceContext<Env = NonceEnv> = Pick<Context<Env>, 'env' | 'now' | 'log'>;
type KeepEnv = NonceEnv & Pick<Bindings, 'STATE_LIMIT'>;

/**
 * Stores the nonce of a sign-in after the response, if a browser requested the login. Without the rate limit
 * `STATE_LIMIT` nothing is stored, because unauthenticated requests could cause any number of writes.
 */
export function storeStateNonce(
  context: NonceContext<KeepEnv> & Pick<Context<KeepEnv>, 'request' | 'waitUntil'>,
  flow: BrowserFlow,
): void {
  const isLimited = context.env.STATE_LIMIT !== unlimited;
  if (isLimited && prefersPage(context.request)) context.waitUntil(writeNonce(context, flow));
}

/**
 * Writes each state only once, because KV accepts only one write per key and second, and a second write becomes
 * visible late.
 */
async function writeNonce({ env, now, log }: NonceContext<KeepEnv>, flow: BrowserFlow): Promise<void> {
  const { state, return_to, expires } = flow;
  const operation = 'keeping a state in KV';
  try {
    const { success } = await callRateLimit(operation, env.STATE_LIMIT.limit({ key: 'states' }));
    if (!success) return log('warn', { operation, cause: 'STATE_LIMIT' });
    // The query is removed from the return path, because anyone who has the callback URL may see the stored path.
    const nonce = { return_to: new URL(return_to, env.GATEWAY_ORIGIN).pathname, expires };
    const sealed = await stateNonce.seal(await keysOf(env.KEYS, state), nonce, now + stateNonceLifetime);
    const options = { expirationTtl: stateNonceLifetime };
    await callKv(operation, env.STATES.put(await nameOf(state), sealed, options));
  } catch (failure) {
    logKvFailure(log, operation, failure);
  }
}

/** Maximum time that an error page waits for KV, in milliseconds. */
const patience = 1_000;

/**
 * Looks up a state's nonce, which contains the return path and the expiry in seconds since 1970. A malformed state
 * isn't looked up.
 * @returns undefined if the sign-in started elsewhere or too long ago, or if KV doesn't have the record yet or
 * doesn't respond.
 */
export async function findStateNonce({ env, now, log }: NonceContext, state: string) {
  if (!isStateParameter(state)) return undefined;
  const operation = 'reading a state from KV';
  const read = callKv(operation, withTimeout(env.STATES.get(await nameOf(state)), patience));
  const sealed = await missIfKvFails(log, operation, read);
  const nonce = sealed === null ? undefined : await openNonce(env.KEYS, state, sealed, now);
  return nonce !== undefined && isReturnPath(nonce.return_to, env.GATEWAY_ORIGIN) ? nonce : undefined;
}

const openNonce = async (keys: KeyRing, state: string, sealed: string, now: number) =>
  stateNonce.open(await keysOf(keys, state), sealed, now);

/**
 * Returns the KV key under which the nonce of a state is stored. The state can't be derived from this key. A
 * release that stores nonces in another format changes the label in the hashed text.
 */
const nameOf = async (state: string): Promise<string> =>
  `state:${await sha256Base64url(`plid gateway state nonce 1 ${state}`)}`;

/**
 * Derives the encryption keys for one state's nonce from the state and `KEYS`. Callback URLs from a log therefore
 * aren't enough to read a KV dump, and an attacker who can write to KV can't forge a nonce.
 */
async function keysOf(keys: KeyRing, state: string): Promise<KeyRing> {
  return keyRing(new Map(await keys.pseudonyms('gateway state nonce', state)));
}
