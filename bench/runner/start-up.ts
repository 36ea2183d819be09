import { type Folders, startSystem } from './process.ts';
import type { Case, Worker } from './system.ts';

/** The cost of a worker's start. */
export interface StartUp {
  worker: string;
  /** CPU milliseconds from the start of workerd to the first answer, above those of a bare worker: the least of the trials, and the median. */
  least: number;
  median: number;
  timeTarget: number | undefined;
}

/** The most that a worker that answers JSON may cost, in CPU milliseconds; those with pages may cost more. */
const jsonTarget = 4;
const withPages = ['service-authorize', 'gateway-callback', 'gateway-login'];

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
    measured.push({
      worker: target,
      least: Math.min(...own) - Math.min(...ofBare),
      median: middle(own) - middle(ofBare),
      timeTarget: withPages.includes(target) ? undefined : jsonTarget,
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
