import { toBase64url } from '../../../core/crypto/bytes.ts';
import { rateLimitKeyOfCaller } from '../../../core/http/rate-limit-key.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import { describeFailure } from '../../../core/worker/log.ts';
import type { Bindings } from '../../settings/gateway-bindings.ts';
import { knownAddressLifetime } from '../../settings/gateway-lifetimes.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';

/**
 * Marks for addresses whose last app sign-in succeeded. The marks are in the cache of the Cloudflare location that
 * also counts the requests. They cost no storage, only a successful sign-in sets them, and apps have nothing to
 * store or send. If the cache evicts a mark, its address counts as unknown.
 */
export type KnownAddressContext<Env = object> = Pick<
  Context<Env & Pick<Bindings, 'KEYS'>>,
  'request' | 'url' | 'env' | 'waitUntil' | 'log'
>;

/**
 * Marks the address of a successful sign-in. A repeated request sets no mark, because one success could otherwise
 * mark many addresses.
 */
export function rememberAddress(context: KnownAddressContext): void {
  context.waitUntil(inCache(context, (cache, mark) => cache.put(mark, newMark())));
}

/**
 * Returns an error handler that removes the address's mark if the service has rejected the code. @throws the
 * handled failure, in every case.
 */
export const unmarkAddressOnRejection =
  (context: KnownAddressContext) =>
  (failure: unknown): never => {
    if (failure instanceof ProtocolError && failure.reason === gatewayRefusals.upstream_refused.reason)
      context.waitUntil(inCache(context, (cache, mark) => cache.delete(mark)));
    throw failure;
  };

/** Whether the last app sign-in from this address succeeded. */
export async function isKnownAddress(context: KnownAddressContext): Promise<boolean> {
  return (await inCache(context, (cache, mark) => cache.match(mark))) !== undefined;
}

const newMark = () =>
  new Response('known', { headers: { 'Cache-Control': `max-age=${knownAddressLifetime}` } });

/** Accesses the cache entry of the caller's address. A cache failure counts as a miss. */
async function inCache<Result>(
  context: KnownAddressContext,
  access: (cache: Cache, mark: string) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const mark = await addressKey(context);
    return mark === undefined ? undefined : await access(await caches.open('plid known addresses'), mark);
  } catch (failure) {
    context.log('warn', { operation: 'asking the cache for an address', cause: describeFailure(failure) });
    return undefined;
  }
}

/**
 * Returns the cache key of an address. It is a URL on the gateway's host that contains a pseudonym and can't be
 * guessed.
 */
async function addressKey({ request, url, env }: KnownAddressContext): Promise<string | undefined> {
  const address = rateLimitKeyOfCaller(request);
  if (address === undefined) return undefined;
  const [[, mac]] = await env.KEYS.pseudonyms('gateway known address', address);
  return `${url.origin}/auth/known/${toBase64url(mac)}`;
}
