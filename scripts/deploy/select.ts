import * as v from 'valibot';
import type { ListedWorker } from '../../workers/workers.ts';
import { Failure } from '../cli/failure.ts';
import { type Half, halfOf } from '../configuration/index.ts';
import { settingsOf } from '../configuration/settings-of.ts';
import type { Described } from './file.ts';

/** The setting that holds a half's own origin. It follows from the host. */
const ownOrigin: Record<Half, string> = { service: 'BASE_URL', gateway: 'GATEWAY_ORIGIN' };

const routeOf = ({ worker }: ListedWorker) => worker.replace(/^\w+-/, '');

/**
 * The workers of a deployment, in the order of deployment: those that hold Durable Objects first.
 * @throws {Failure} where one that is needed is left out.
 */
export function selectWorkers(listed: readonly ListedWorker[], described: Described): ListedWorker[] {
  const half = listed.filter((worker) => halfOf(worker) === described.half);
  for (const name of described.without) {
    if (half.some((worker) => routeOf(worker) === name)) continue;
    const known = half.map(routeOf).join(', ');
    throw new Failure(`without: there is no worker ${name} in the ${described.half}; there are ${known}.`);
  }
  const selected = half.filter((worker) => !described.without.includes(routeOf(worker)));
  for (const worker of selected) {
    const missing = half.find((other) => !selected.includes(other) && isBoundTo(worker, other));
    if (missing !== undefined) {
      throw new Failure(`without: ${routeOf(worker)} needs ${routeOf(missing)}; leave out both or none.`);
    }
  }
  const first = selected.filter(({ classes }) => classes !== undefined);
  return [...first, ...selected.filter((worker) => !first.includes(worker))];
}

/** Whether a worker calls another one, or its Durable Objects. */
export function isBoundTo(worker: ListedWorker, other: ListedWorker): boolean {
  return settingsOf(worker).some(
    ({ binding }) =>
      (binding?.kind === 'services' && binding.service === other.worker) ||
      (binding?.kind === 'durable_objects' && other.classes?.flat().includes(binding.class_name)),
  );
}

/** Whether one of them is bound to the operator's carrier worker. */
export const needsCarrier = (workers: readonly ListedWorker[]): boolean =>
  workers.some((worker) =>
    settingsOf(worker).some(({ binding }) => binding?.kind === 'services' && binding.service === 'carrier'),
  );

/** The KV namespaces that they are bound to, by binding. */
export function namespacesOf(workers: readonly ListedWorker[]): string[] {
  const bound = workers.flatMap(settingsOf).filter(({ binding }) => binding?.kind === 'kv_namespaces');
  return [...new Set(bound.map(({ name }) => name))];
}

/**
 * The settings that are no secrets, checked as the workers check them. One of a worker that is left out may stay in the file.
 * @throws {Failure} that names what to fix.
 */
export function checkSettings(
  workers: readonly ListedWorker[],
  listed: readonly ListedWorker[],
  { half, host, settings }: Described,
): Record<string, string> {
  const derived = { [ownOrigin[half]]: `https://${host}` };
  const all = listed.filter((worker) => halfOf(worker) === half).flatMap(variablesOf);
  const names = [...new Set(all.map(({ name }) => name))].filter((name) => !(name in derived));
  const unknown = Object.keys(settings).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new Failure(
      `[${half}.settings]: ${unknown.join(', ')} is not known; there are: ${names.join(', ')}.`,
    );
  }
  const values = { ...settings, ...derived };
  for (const { name, entry } of workers.flatMap(variablesOf)) {
    const result = entry && v.safeParse(entry, values[name], { abortPipeEarly: true });
    if (result?.success === false) {
      throw new Failure(`[${half}.settings]: ${name} ${result.issues[0].message}.`);
    }
  }
  return values;
}

const variablesOf = (worker: ListedWorker) =>
  settingsOf(worker)
    .filter(({ secret, binding }) => secret === undefined && binding === undefined)
    .map(({ name }) => ({ name, entry: worker.schema.entries[name] }));
