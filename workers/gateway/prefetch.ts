import { ProtocolError } from '../core/errors.ts';

/**
 * Refuses what a browser fetches before anybody asked for it: a refused prefetch is thrown away, and the real request
 * follows once the person goes there.
 * @throws {ProtocolError} `prefetched`.
 */
export function refusePrefetch({ headers }: Request): void {
  const purposes = ['Sec-Purpose', 'Purpose', 'X-Moz'].map((name) => headers.get(name)?.toLowerCase() ?? '');
  if (purposes.some((purpose) => purpose.includes('prefetch'))) throw new ProtocolError('prefetched');
}
