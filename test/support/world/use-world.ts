import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest';
import type { World, WorldOptions } from './world.ts';

/** How many lines of the log a failed test shows. */
const shownLines = 40;
/** How long a line of the log may be on its way, in milliseconds. */
const logDelay = 500;
/** The same time on a busy machine. It is short after one wait has failed, so that a hundred failures don't wait a hundred times. */
let longestLogDelay = 5_000;

interface Started {
  logs(): string;
  close(): Promise<void>;
  /** Empties it and prepares it for another file; absent if it cannot be kept. */
  rest?(): Promise<void>;
  wake?(): Promise<void>;
}

/** Number of unused worlds that a process keeps: two, or the number of the mutation runner, whose tests switch between worlds. */
const keptWorlds = Number(process.env.PLID_KEPT_WORLDS ?? 2);

/** The unused worlds of this process, by their kind and options, in the order of their last use. */
const kept = new Map<string, Started>();

interface WorldUse extends WorldOptions {
  /** The file has a new world to itself, for tests of how a world begins. */
  own?: boolean;
}

/**
 * A world for all tests of a file or of a `describe`. A world with the same options is emptied and kept for the next file. A
 * failed test shows the lines that the workers have logged during it. @returns the world, to be used within tests; it cannot be
 * spread.
 */
export const useWorld = ({ own = false, ...options }: WorldUse = {}): World =>
  useStarted(
    async () => (await import('./world.ts')).startWorld(options),
    own ? undefined : kindOf('world', options),
  );

/** The name of worlds of one kind with the same options. An option that is off equals an omitted one. */
export const kindOf = (kind: string, options: object): string =>
  `${kind} ${JSON.stringify(options, (_, value) => (value === false ? undefined : value))}`;

/** The same for a world of another kind. @param start begins it. @param kind names it for other files that can use it. */
export function useStarted<Kind extends Started>(start: () => Promise<Kind>, kind?: string): Kind {
  let started: Kind | undefined;
  let linesBefore = 0;
  beforeAll(async () => {
    started = await taken(start, kind);
  });
  afterAll(() => started && given(started, kind));
  beforeEach(() => {
    linesBefore = linesOf(started).length;
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await showLog(task.name, started, linesBefore);
  });
  return new Proxy({} as Kind, {
    get(_, name) {
      if (started === undefined) throw new Error('The world has not started');
      return Reflect.get(started, name);
    },
  });
}

async function taken<Kind extends Started>(start: () => Promise<Kind>, kind = ''): Promise<Kind> {
  const found = kept.get(kind) as Kind | undefined;
  kept.delete(kind);
  await found?.wake?.();
  return found ?? start();
}

/** A process that ends takes its worlds with it. */
async function given(started: Started, kind: string | undefined): Promise<void> {
  if (kind === undefined || started.rest === undefined) return started.close();
  await started.rest();
  await kept.get(kind)?.close();
  kept.set(kind, started);
  const [[oldest, world] = []] = kept;
  if (kept.size <= keptWorlds || oldest === undefined) return;
  kept.delete(oldest);
  await world?.close();
}

/**
 * Closes a world that one test has started for itself when that test ends, whatever its result. The log of a failed test is shown
 * before that: a closed world takes the lines on their way with it. @returns the world.
 */
export function closedAfterTest<Kind extends Started>(started: Kind): Kind {
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await showLog(task.name, started, 0);
    await started.close();
  });
  return started;
}

const linesOf = (started: Started | undefined) => started?.logs().split('\n').filter(Boolean) ?? [];

async function showLog(test: string, started: Started | undefined, from: number): Promise<void> {
  let logged: string[] = [];
  for (let waited = 0; logged.length === 0 && waited < longestLogDelay; waited += logDelay) {
    await new Promise((resolve) => setTimeout(resolve, logDelay));
    logged = linesOf(started).slice(from).slice(-shownLines);
  }
  if (logged.length === 0) longestLogDelay = logDelay;
  console.error(`What the workers logged during "${test}":\n${logged.join('\n')}`);
}
