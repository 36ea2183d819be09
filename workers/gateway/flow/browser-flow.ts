import type { KeyRing } from '../../core/crypto/keys.ts';
import { type CookieSeries, dropOldestCookies, readCookies, writeCookie } from '../../core/http/cookies.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import { gatewayCookies } from '../settings/gateway-cookie-names.ts';
import { flowCookieLifetime } from '../settings/gateway-lifetimes.ts';
import { type BrowserFlow, browserFlow } from '../settings/gateway-sealed-types.ts';

const series: CookieSeries = { prefix: gatewayCookies.flow, maxCount: 10, maxCharacters: 6_000 };

/**
 * Returns the Set-Cookie values that start a flow. They set the flow's cookie and remove the oldest cookies if
 * there are too many. Each flow has its own cookie, so that several tabs don't interfere with each other.
 */
export async function flowCookies(
  { request, url, env }: Pick<Context<Pick<Bindings, 'KEYS'>>, 'request' | 'url' | 'env'>,
  flow: BrowserFlow,
): Promise<string[]> {
  const sealed = await browserFlow.seal(env.KEYS, flow);
  return [
    writeCookie(url, `${series.prefix}${flow.state}`, sealed, flowCookieLifetime),
    ...dropOldestCookies(request, series, sealed.length),
  ];
}

/**
 * Finds this browser's flow for a state. The flow's cookie stays until it expires, so that the callback can be
 * repeated. @param now in seconds since 1970.
 * @returns `missing` if the browser has no flow, or `other` if the browser has flows only for other states.
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
 * Whether this browser started the flow of a state. Only the name of the flow's cookie is checked, because the
 * name contains the state.
 */
export const hasFlow = (request: Request, state: string | null): boolean =>
  state !== null && readCookies(request, series.prefix).has(state);
