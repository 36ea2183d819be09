import { randomSecret } from '../../core/crypto/bytes.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { type CookieSeries, dropOldestCookies, readCookies, writeCookie } from '../../core/http/cookies.ts';
import { flowCookieLifetime } from '../shared/gateway-lifetimes.ts';
import { type BrowserFlow, browserFlow } from '../shared/gateway-values.ts';

const series: CookieSeries = { prefix: 'plid-flow-', maxCount: 10, maxCharacters: 6_000 };

/** A state that names its flow: when it began, so that names sort by age, and 256 unpredictable bits. */
export const newState = (now: number): string => `${now.toString(36).padStart(8, '0')}-${randomSecret()}`;

/**
 * The Set-Cookie values that begin a flow: its own, and those that remove the oldest where there are too many.
 * Each flow has a cookie of its own, so that several tabs do not get in each other's way.
 */
export async function beginFlow(request: Request, keys: KeyRing, flow: BrowserFlow): Promise<string[]> {
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
