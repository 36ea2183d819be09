import type { Connection } from '../cloudflare/connection.ts';
import type { Namespace } from '../read/kv-namespaces.ts';
import { build, type Target } from './build-workers.ts';
import { buildCarrierWorker } from './carrier-worker.ts';
import type { DesiredState } from './desired-state.ts';

/**
 * Builds the workers.
 * @returns them in this order: the workers with Durable Objects, the carrier worker, and then the workers that are
 * bound to them.
 */
export async function buildTargets(
  { deployment: { config, paths }, carrier, ...wanted }: DesiredState,
  { fingerprintsOf }: Connection,
  namespaces: readonly Namespace[],
): Promise<Target[]> {
  const ids = namespaces.flatMap(({ binding, id }) => (id === undefined ? [] : [[binding, id]]));
  const built = { config, folder: paths.build, namespaces: Object.fromEntries(ids), fingerprintsOf };
  const targets = await build({ ...wanted, ...built });
  if (carrier === undefined) return targets;
  const own = await buildCarrierWorker(carrier, config, wanted.secrets, paths.build, fingerprintsOf);
  const objects = wanted.workers.findLastIndex(({ classes }) => classes !== undefined);
  return targets.toSpliced(objects + 1, 0, own);
}
