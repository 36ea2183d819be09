import type { WorkerDefinition } from './endpoint.ts';

/**
 * Returns a worker's paths as patterns for Cloudflare routes, such as `/oauth2/token*`. Paths that start with
 * another path are omitted. Each path ends before its first parameter.
 */
export function pathPatterns({ routes, catchAll }: Pick<WorkerDefinition, 'routes' | 'catchAll'>): string[] {
  if (catchAll) return ['/*'];
  const paths = routes.map((route) => route.slice(route.indexOf('/')).replace(/\/:.*/, ''));
  const shortest = [...new Set(paths)].filter(
    (path) => !paths.some((other) => other !== path && path.startsWith(other)),
  );
  return shortest.map((path) => `${path}*`);
}

/**
 * Whether a pattern matches an address. @param address a path, or a host and path, in the form that the pattern
 * uses.
 */
function matchesPattern(address: string, pattern: string): boolean {
  return pattern.endsWith('*') ? address.startsWith(pattern.slice(0, -1)) : address === pattern;
}

/** Returns the item with the longest matching pattern, as Cloudflare does, or undefined if no pattern matches. */
export function findByPattern<Item extends { patterns: readonly string[] }>(
  address: string,
  items: readonly Item[],
): Item | undefined {
  let found: Item | undefined;
  let length = 0;
  for (const item of items) {
    for (const pattern of item.patterns) {
      if (pattern.length <= length || !matchesPattern(address, pattern)) continue;
      found = item;
      length = pattern.length;
    }
  }
  return found;
}
