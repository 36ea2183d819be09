import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleName } from './bundles.ts';
import { type Folders, startSystem } from './process.ts';
import type { Case, Worker } from './system.ts';

/** A worker's size, and the cost of its start. */
export interface StartUp {
  worker: string;
  /** The size of its bundle, compressed, in KiB. */
  size: number;
  /** The most that the size may be; undefined without a target. */
  sizeTarget: number | undefined;
  /** CPU milliseconds from the start of workerd to the first answer, above those of a bare worker: the least of the trials, and the median. */
  least: number;
  median: number;
  timeTarget: number | undefined;
}

/** Targets for workers that answer JSON, in KiB and CPU milliseconds; workers with pages may be larger. */
const jsonTargets = { size: 12, time: 4 };
const pageSizes: Record<string, number | undefined> = {
  'service-authorize': 35,
  'gateway-callback': 25,
  'gateway-login': undefined,
};

const empty = 'bench/stubs/empty.ts';
const bare = 'bench/stubs/bare.ts';

/**
 * Measures the start of every worker that a case sends its requests to, each in a process among empty workers.
 * @param trials the number of starts of each, in turn with a bare worker among the same empty ones.
 */
export async function measureStartUps(
  cases: readonly Case[],
  trials: number,
  folders: Folders,
): Promise<StartUp[]> {
  const systems = cases.flatMap(({ systems: [product] }) => (product === undefined ? [] : [product]));
  const byTarget = new Map(systems.map((system) => [system.target, system.workers]));
  const measured: StartUp[] = [];
  for (const [target, workers] of byTarget) {
    const own: number[] = [];
    const ofBare: number[] = [];
    for (let trial = 0; trial < trials; trial += 1) {
      own.push(await startOnce(alone(workers, target), target, folders));
      ofBare.push(await startOnce(alone(workers, target, bare), target, folders));
    }
    const source = workers.find(({ name }) => name === target)?.source ?? '';
    const hasPages = target in pageSizes;
    measured.push({
      worker: target,
      size:
        gzipSync(readFileSync(path.join(folders.built, 'bundles', bundleName(source))), { level: 9 }).length /
        1024,
      sizeTarget: hasPages ? pageSizes[target] : jsonTargets.size,
      least: Math.min(...own) - Math.min(...ofBare),
      median: middle(own) - middle(ofBare),
      timeTarget: hasPages ? undefined : jsonTargets.time,
    });
  }
  return measured;
}

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((left, right) => left - right)[numbers.length >> 1] ?? Number.NaN;

/** A worker among empty ones. @param source a file that takes the worker's own place. */
const alone = (workers: readonly Worker[], target: string, source?: string): Worker[] =>
  workers.map(({ outbound: _, ...worker }) => {
    const { name, classes = [] } = worker;
    if (name !== target) return { name, source: empty, classes };
    return source === undefined ? worker : { ...worker, source };
  });

/** Starts a process and sends it one request, for which there is no route. @returns its CPU time in milliseconds. */
async function startOnce(workers: Worker[], target: string, folders: Folders): Promise<number> {
  const running = await startSystem({ name: 'start', workers }, folders);
  try {
    await fetch(`http://127.0.0.1:${running.portOf(target)}/`, { headers: { 'X-Forwarded-Proto': 'https' } });
    return running.cpuSeconds() * 1000;
  } finally {
    await running.stop();
  }
}
