import { binding } from '../../core/worker/settings.ts';
import { requestLimitPeriod } from './gateway-lifetimes.ts';

/** @param limit per minute, and per location of Cloudflare. */
export const rateLimit = (namespace_id: string, limit: number) =>
  binding<RateLimit>({ kind: 'ratelimits', namespace_id, limit, period: requestLimitPeriod });
