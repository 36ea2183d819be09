import { sha256Base64url } from '../../../packages/plid/crypto/bytes.ts';
import { type KeyRing, keyRing } from '../../core/crypto/keys.ts';
import { isPageView } from '../../core/http/navigation.ts';
import { callKv, callRateLimit, withTimeout } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { stateNonceLifetime } from '../shared/gateway-lifetimes.ts';
import { type BrowserFlow, stateNonce } from '../shared/gateway-sealed-types.ts';
import { logKvFailure, missIfKvFails } from '../shared/kv-failure.ts';
import { isReturnPath } from './request-checks.ts';
import { isState } from './state.ts';

/*
 * The states that went out, kept in KV for the page of somebody who comes back without the cookie of their sign-in. The record decides
 * nothing: no answer waits for it to be written, whether KV works or not, and no callback that has its cookie reads it.
 */

export type NonceEnv = Pick<Bindings, 'KEYS' | 'STATES' | 'GATEWAY_ORIGIN'>;
type NonceContext<Env = NonceEnv> = Pick<Context<Env>, 'env' | 'now' | 'log'>;
type KeepEnv = NonceEnv & Pick<Bindings, 'STATE_LIMIT'>;

/** Leaves the nonce of a sign-in, beside the answer, where a person has opened its login as a page. */
export function storeNonce(
  context: NonceContext<KeepEnv> & Pick<Context<KeepEnv>, 'request' | 'waitUntil'>,
  flow: BrowserFlow,
): void {
  if (isPageView(context.request)) context.waitUntil(writeNonce(context, flow));
}

/** Writes each state once: KV takes one write per second and key, and shows a second one late. */
async function writeNonce({ env, now, log }: NonceContext<KeepEnv>, flow: BrowserFlow): Promise<void> {
  const { state, return_to, expires } = flow;
  const operation = 'keeping a state in KV';
  try {
    const { success } = await callRateLimit(operation, env.STATE_LIMIT.limit({ key: 'states' }));
    if (!success) return log('warn', { operation, cause: 'STATE_LIMIT' });
    // Without its query: whoever holds the callback's address may see what is kept here.
    const nonce = { return_to: new URL(return_to, env.GATEWAY_ORIGIN).pathname, expires };
    const sealed = await stateNonce.seal(await keysOf(env.KEYS, state), nonce, now + stateNonceLifetime);
    const options = { expirationTtl: stateNonceLifetime };
    await callKv(operation, env.STATES.put(await nameOf(state), sealed, options));
  } catch (failure) {
    logKvFailure(log, operation, failure);
  }
}

/** How long a person's failure page waits for KV, in milliseconds. */
const patience = 1_000;

/**
 * The nonce of a state: where its sign-in was to lead, and until when it lasts in seconds since 1970. A text of another form asks KV nothing.
 * @returns undefined without a record of it: it did not begin here, or too long ago, or KV has not got it, or does not answer.
 */
export async function findNonce({ env, now, log }: NonceContext, state: string) {
  if (!isState(state)) return undefined;
  const operation = 'reading a state from KV';
  const read = callKv(operation, withTimeout(env.STATES.get(await nameOf(state)), patience));
  const sealed = await missIfKvFails(log, operation, read);
  const nonce = sealed === null ? undefined : await openNonce(env.KEYS, state, sealed, now);
  return nonce !== undefined && isReturnPath(nonce.return_to, env.GATEWAY_ORIGIN) ? nonce : undefined;
}

const openNonce = async (keys: KeyRing, state: string, sealed: string, now: number) =>
  stateNonce.open(await keysOf(keys, state), sealed, now);

/** The name of a state in KV, from which the state cannot be found. A release that keeps something else changes the label. */
const nameOf = async (state: string): Promise<string> =>
  `state:${await sha256Base64url(`plid gateway state nonce 1 ${state}`)}`;

/**
 * The keys of one state's nonce, which need the state and KEYS: whoever dumps KV and has found addresses of callbacks in some log reads
 * nothing, and whoever may write to KV can't make a nonce for a state of theirs.
 */
async function keysOf(keys: KeyRing, state: string): Promise<KeyRing> {
  return keyRing(new Map(await keys.pseudonyms('gateway state nonce', state)));
}
