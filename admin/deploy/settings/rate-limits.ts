import { halfOf } from '../../../tools/configuration/index.ts';
import { settingsOf } from '../../../tools/configuration/settings-of.ts';
import { Failure } from '../../../tools/terminal/failure.ts';
import type { ListedWorker } from '../../../workers/workers.ts';
import type { DeploymentConfig } from './config.ts';

/** A rate limit at Cloudflare, as the number of calls allowed in a period. The period is in seconds. */
interface RateLimit {
  limit: number;
  period: number;
}

/** The default rate limits of a service's or gateway's workers, by name. */
const defaultRateLimits = (
  listed: readonly ListedWorker[],
  { half }: Pick<DeploymentConfig, 'half'>,
): Record<string, RateLimit> =>
  Object.fromEntries(
    listed
      .filter((worker) => halfOf(worker) === half)
      .flatMap(settingsOf)
      .flatMap(({ name, binding }) => (binding?.kind === 'ratelimits' ? [[name, binding] as const] : [])),
  );

/**
 * Describes the limits in a settings file that replace the workers' defaults, one per line. @throws {Failure} if a
 * limit is unknown.
 */
export function describeLimits(listed: readonly ListedWorker[], config: DeploymentConfig): string[] {
  const stated = defaultRateLimits(listed, config);
  return Object.entries(config.limits).map(([name, limit]) => {
    const own = stated[name];
    if (own === undefined) {
      const known = Object.keys(stated).join(', ');
      throw new Failure(`[${config.half}.limits]: ${name} is unknown; valid names: ${known}.`);
    }
    const upper = name.replace('_CHALLENGE', '_LIMIT');
    const most = config.limits[upper] ?? stated[upper]?.limit ?? limit;
    if (limit > most)
      throw new Failure(`[${config.half}.limits]: ${name} must be at most ${upper}, which is ${most}.`);
    return `${name} is set to ${limit} per ${own.period} seconds instead of ${own.limit}`;
  });
}
