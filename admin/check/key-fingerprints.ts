import type { Half } from '../../tools/configuration/index.ts';
import type { Finding } from './public-endpoints.ts';

/**
 * A worker's keys, from its response to OPTIONS. Each has an ID and a fingerprint, and the current key is first.
 */
export interface WorkerKeys {
  worker: string;
  keys: readonly string[];
}

/** @returns undefined if the worker has no `KEYS`, or its release doesn't send this header. */
export function readWorkerKeyFingerprints(worker: string, headers: Headers): WorkerKeys | undefined {
  const named = headers.get('Plid-Keys');
  return named === null ? undefined : { worker, keys: named.split(/, */) };
}

/**
 * Checks that the workers of a service or gateway can decrypt each other's values. During a rotation of `KEYS`,
 * workers may have different keys, or the same keys in a different order. Each worker must have the current key of
 * every other worker.
 */
export function checkWorkersShareKeys(half: Half, found: readonly WorkerKeys[]): Finding[] {
  const usual = mostCommon(found);
  if (usual === undefined || found.length < 2) return [];
  const others = found.filter(({ keys }) => !canShare(keys, usual));
  if (others.length === 0) return [{ level: 'good', what: `KEYS is the same in ${found.length} workers` }];
  return others.map(({ worker }) => ({
    level: 'fault',
    what: `KEYS in ${worker} differs from KEYS in the other workers of the ${half}, so the workers can't decrypt each other's values`,
    advice: `To list the differences, run: npx plid-admin deploy ${half} --dry-run. To give each worker the KEYS of your file, run: npx plid-admin deploy ${half}`,
  }));
}

const canShare = (one: readonly string[], other: readonly string[]): boolean =>
  other.includes(one[0] ?? '') && one.includes(other[0] ?? '');

function mostCommon(found: readonly WorkerKeys[]): readonly string[] | undefined {
  const grouped = Map.groupBy(found, ({ keys }) => keys.join());
  return [...grouped.values()].sort((one, other) => other.length - one.length)[0]?.[0]?.keys;
}
