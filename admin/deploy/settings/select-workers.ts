import { halfOf, isDeployed } from '../../../tools/configuration/index.ts';
import { settingsOf } from '../../../tools/configuration/settings-of.ts';
import { Failure } from '../../../tools/terminal/failure.ts';
import type { ListedWorker } from '../../../workers/workers.ts';
import { type DeploymentConfig, replacedWorkers } from './config.ts';

const routeOf = ({ worker }: ListedWorker) => worker.replace(/^\w+-/, '');

/**
 * Returns the workers of a deployment in the order of the list, which is the order of deployment. @throws
 * {Failure} if a required worker is excluded.
 */
export function selectWorkers(listed: readonly ListedWorker[], config: DeploymentConfig): ListedWorker[] {
  const half = listed.filter((worker) => halfOf(worker) === config.half);
  for (const name of config.without) {
    if (half.some((worker) => routeOf(worker) === name)) continue;
    const known = half.map(routeOf).join(', ');
    throw new Failure(`without: the ${config.half} has no worker ${name}; valid names: ${known}.`);
  }
  const instead = replacedWorkers(config);
  const ours = half.filter((each) => !(each.worker in instead) && isDeployed(each, config.settings));
  const selected = ours.filter((worker) => !config.without.includes(routeOf(worker)));
  for (const worker of selected) {
    const missing = ours.find((other) => !selected.includes(other) && isBoundTo(worker, other));
    if (missing !== undefined) {
      throw new Failure(`without: ${routeOf(worker)} needs ${routeOf(missing)}; exclude both or none.`);
    }
  }
  return selected;
}

/** Whether a worker calls another worker or its Durable Objects. */
export function isBoundTo(worker: ListedWorker, other: ListedWorker): boolean {
  return settingsOf(worker).some(
    ({ binding }) =>
      (binding?.kind === 'services' && binding.service === other.worker) ||
      (binding?.kind === 'durable_objects' && other.classes?.flat().includes(binding.class_name)),
  );
}

/** Whether any of the workers calls carriers. */
export const asksCarriers = (workers: readonly ListedWorker[]): boolean =>
  workers.some((worker) => 'CARRIER' in worker.schema.entries);

/** Returns the names of the workers' KV bindings. */
export function kvBindingNamesOf(workers: readonly ListedWorker[]): string[] {
  const bound = workers.flatMap(settingsOf).filter(({ binding }) => binding?.kind === 'kv_namespaces');
  return [...new Set(bound.map(({ name }) => name))];
}
