import { afterAll, afterEach, beforeAll, beforeEach, onTestFailed, onTestFinished } from 'vitest';
import type { startWorld, World } from './world.ts';

/** How many lines of the log are shown where a test fails. */
const shownLines = 40;
/** How long a line of the log may be on its way, in milliseconds. */
const logDelay = 500;

interface Started {
  logs(): string;
  close(): Promise<void>;
}

/**
 * A world for all tests of a file or of a `describe`: started before them and closed after them. Where one fails, it shows
 * what the workers have logged during that test. @returns the world, to be used within tests; it cannot be spread.
 */
export const useWorld = (options: Parameters<typeof startWorld>[0] = {}): World =>
  useStarted(async () => (await import('./world.ts')).startWorld(options));

/** The same for a world of another kind. @param start begins it. */
export function useStarted<Kind extends Started>(start: () => Promise<Kind>): Kind {
  let started: Kind | undefined;
  let linesBefore = 0;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.close());
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

/** A world that one test has started for itself: closed when that test has ended, however it ends. @returns it. */
export function closedAfterTest<Kind extends Started>(started: Kind): Kind {
  onTestFinished(() => started.close());
  onTestFailed(({ task }) => showLog(task.name, started, 0));
  return started;
}

const linesOf = (started: Started | undefined) => started?.logs().split('\n').filter(Boolean) ?? [];

async function showLog(test: string, started: Started | undefined, from: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, logDelay));
  const logged = linesOf(started).slice(from).slice(-shownLines);
  console.error(`What the workers logged during "${test}":\n${logged.join('\n')}`);
}
