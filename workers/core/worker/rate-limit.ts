import { binding } from './settings.ts';

/** A rate limit at each Cloudflare location. @param limit within `period`, in seconds. */
export const rateLimit = (namespace_id: string, limit: number, period: 10 | 60 = 60) =>
  binding<RateLimit>({ kind: 'ratelimits', namespace_id, limit, period });
