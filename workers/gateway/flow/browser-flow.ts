import type { KeyRing } from '../../core/crypto/keys.ts';
import { type CookieSeries, dropOldestCookies, readCookies, writeCookie } from '../../core/http/cookies.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { flowCookieLifetime } from '../shared/gateway-lifetimes.ts';
import { type BrowserFlow, browserFlow } from '../shared/gateway-sealed-types.ts';

const series: CookieSeries = { prefix: 'plid-flow-', maxCount: 10, maxCharacters: 6_000 };

/**
 * The Set-Cookie values that begin a flow: its own, and those that remove the oldest where there are too many.
 * Each flow has a cookie of its own, so that several tabs do not get in each other's way.
 */
export async function flowCookies(
  { request, url, env }: Pick<Context<Pick<Bindings, 'KEYS'>>, 'request' | 'url' | 'env'>,
  flow: BrowserFlow,
): Promise<string[]> {
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

/** Whether the browser has begun the flow of a state: only its name is looked at, which nobody else knows. */
export const hasFlow = (request: Request, state: string | null): boolean =>
  state !== null && readCookies(request, series.prefix).has(state);
