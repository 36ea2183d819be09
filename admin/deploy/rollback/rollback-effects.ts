import { loadWorkers } from '../../../tools/configuration/load-workers.ts';
import type { Version } from '../read/deployed-workers.ts';
import type { RollbackPlan } from '../read/releases.ts';
import type { DeploymentConfig } from '../settings/config.ts';
import { isBoundTo } from '../settings/select-workers.ts';

const pathOf = (route: string): string => route.split(' ')[1] ?? '';

/**
 * Describes failures that a rollback causes, one per line. A worker that was added after the previous release
 * stays deployed, and may call methods that the previous release's objects lack.
 */
export async function effectsOfRollback(
  { moves, added }: RollbackPlan,
  { name, half }: DeploymentConfig,
): Promise<string[]> {
  const listed = await loadWorkers();
  const others = moves.filter(({ from, to }) => hasDifferentCode(from, to)).map((move) => move.name);
  const moved = listed.filter(({ worker }) => others.includes(`${name}-${worker}`));
  const stopping = listed.filter(
    (worker) => added.includes(`${name}-${worker.worker}`) && moved.some((other) => isBoundTo(worker, other)),
  );
  return stopping.flatMap(({ worker, routes }) => [
    `${[...new Set(routes.map(pathOf))].join(', ')} may fail until you deploy again because ${name}-${worker} was added after that release, and the workers that it calls are rolled back`,
    ...(worker === `${half}-people`
      ? ['people show and people erase will not work until you deploy again, so keep a list of requests']
      : []),
  ]);
}

/**
 * Whether two versions have different code. Also true if another tool deployed a version, because its code is
 * then unknown.
 */
function hasDifferentCode(from: Version, to: Version): boolean {
  const code = from.fingerprints?.code;
  return code === undefined || to.fingerprints?.code !== code;
}
