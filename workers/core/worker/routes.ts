import type { WorkerDefinition } from './endpoint.ts';

/**
 * The paths of a worker, as patterns of Cloudflare routes: `/oauth2/token*`. A path with another one as its prefix
 * is omitted, and so is everything after the first parameter.
 */
export function pathPatterns({ routes, catchAll }: Pick<WorkerDefinition, 'routes' | 'catchAll'>): string[] {
  if (catchAll) return ['/*'];
  const paths = routes.map((route) => route.slice(route.indexOf('/')).replace(/\/:.*/, ''));
  const shortest = [...new Set(paths)].filter(
    (path) => !paths.some((other) => other !== path && path.startsWith(other)),
  );
  return shortest.map((path) => `${path}*`);
}

/** Whether a pattern matches. @param address a path, or host and path, like the pattern. */
function matchesPattern(address: string, pattern: string): boolean {
  return pattern.endsWith('*') ? address.startsWith(pattern.slice(0, -1)) : address === pattern;
}

/** The item with the longest matching pattern, as Cloudflare chooses; undefined without a match. */
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
