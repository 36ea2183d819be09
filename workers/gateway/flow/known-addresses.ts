import { toBase64url } from '../../../packages/plid/crypto/bytes.ts';
import { callerKey } from '../../core/http/address-key.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { describeFailure } from '../../core/worker/log.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { knownAddressLifetime } from '../shared/gateway-lifetimes.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';

/**
 * The addresses whose last sign-in by an app succeeded. They are marked in the cache of Cloudflare's location, which is where requests are
 * counted as well: a mark costs no storage, only a success makes one, and an app has nothing to keep or to send along. Once the cache has
 * lost the mark, the address counts as unknown again.
 */
export type KnownAddressContext<Env = object> = Pick<
  Context<Env & Pick<Bindings, 'KEYS'>>,
  'request' | 'url' | 'env' | 'waitUntil' | 'log'
>;

/** The sign-in of this request has just succeeded: a repeat of it is none, or one success would do for many addresses. */
export function markAddress(context: KnownAddressContext): void {
  context.waitUntil(inCache(context, (cache, mark) => cache.put(mark, newMark())));
}

/** Takes the mark away where the service has refused the code. @throws the failure. */
export const unmarkingAddress =
  (context: KnownAddressContext) =>
  (failure: unknown): never => {
    if (failure instanceof ProtocolError && failure.reason === gatewayRefusals.upstream_refused.reason)
      context.waitUntil(inCache(context, (cache, mark) => cache.delete(mark)));
    throw failure;
  };

/** Whether the last sign-in of an app at the address of a request has succeeded. */
export async function isKnownAddress(context: KnownAddressContext): Promise<boolean> {
  return (await inCache(context, (cache, mark) => cache.match(mark))) !== undefined;
}

const newMark = () =>
  new Response('known', { headers: { 'Cache-Control': `max-age=${knownAddressLifetime}` } });

/** A cache that fails counts as an empty one. */
async function inCache<Result>(
  context: KnownAddressContext,
  ask: (cache: Cache, mark: string) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const mark = await markOf(context);
    return mark === undefined ? undefined : await ask(await caches.open('plid known addresses'), mark);
  } catch (failure) {
    context.log('warn', { operation: 'asking the cache for an address', cause: describeFailure(failure) });
    return undefined;
  }
}

/** The name of an address in the cache: a pseudonym, at an address of the gateway's own host that nobody can guess. */
async function markOf({ request, url, env }: KnownAddressContext): Promise<string | undefined> {
  const address = callerKey(request);
  if (address === undefined) return undefined;
  const [[, mac]] = await env.KEYS.pseudonyms('gateway known address', address);
  return `${url.origin}/auth/known/${toBase64url(mac)}`;
}
