import type { WorkerDefinition } from './endpoint.ts';

/**
 * The paths at which a worker answers, as patterns of Cloudflare's routes: `/oauth2/token*`. A path that begins with
 * another one is omitted, and so is everything from the first parameter on.
 */
export function pathPatterns({ routes, catchAll }: Pick<WorkerDefinition, 'routes' | 'catchAll'>): string[] {
  if (catchAll) return ['/*'];
  const paths = routes.map((route) => route.slice(route.indexOf('/')).replace(/\/:.*/, ''));
  const shortest = [...new Set(paths)].filter(
    (path) => !paths.some((other) => other !== path && path.startsWith(other)),
  );
  return shortest.map((path) => `${path}*`);
}

/** Whether a pattern matches. @param address a path, or host and path, as the pattern has it. */
function matchesPattern(address: string, pattern: string): boolean {
  return pattern.endsWith('*') ? address.startsWith(pattern.slice(0, -1)) : address === pattern;
}

/** Of all that match an address, the one with the longest pattern, as Cloudflare chooses; undefined where none does. */
export function findByPattern<Item extends { patterns: readonly string[] }>(
  address: string,
  items: readonly Item[],
): Item | undefined {
  const matching = items.flatMap((item) =>
    item.patterns
      .filter((pattern) => matchesPattern(address, pattern))
      .map((pattern) => ({ item, length: pattern.length })),
  );
  return matching.sort((left, right) => right.length - left.length)[0]?.item;
}
