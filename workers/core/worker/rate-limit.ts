import { binding } from './settings.ts';

/**
 * Declares a rate limit that applies at each Cloudflare location. @param limit maximum number of calls within
 * `period`. @param period in seconds.
 */
export const rateLimit = (namespace_id: string, limit: number, period: 10 | 60 = 60) =>
  binding<RateLimit>({ kind: 'ratelimits', namespace_id, limit, period });

/** A rate limit that permits every call. It replaces a rate limit that has no binding. */
export const unlimited: RateLimit = { limit: async () => ({ success: true }) };
