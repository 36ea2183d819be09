import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startWorld, type World } from './world.ts';

/** How many lines of the log are shown where a test fails. */
const shownLines = 40;
/** How long a line of the log may be on its way, in milliseconds. */
const logDelay = 500;

/**
 * A world for all tests of a file or of a `describe`: started before them and closed after them. Where one fails, it shows
 * what the workers have logged during that test. @returns the world, to be used within tests; it cannot be spread.
 */
export function useWorld(options: Parameters<typeof startWorld>[0] = {}): World {
  let started: World | undefined;
  let linesBefore = 0;
  const lines = () => started?.logs().split('\n').filter(Boolean) ?? [];
  beforeAll(async () => {
    started = await startWorld(options);
  });
  afterAll(() => started?.close());
  beforeEach(() => {
    linesBefore = lines().length;
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    await new Promise((resolve) => setTimeout(resolve, logDelay));
    const logged = lines().slice(linesBefore).slice(-shownLines);
    console.error(`What the workers logged during "${task.name}":\n${logged.join('\n')}`);
  });
  return new Proxy({} as World, {
    get(_, name) {
      if (started === undefined) throw new Error('The world has not started');
      return Reflect.get(started, name);
    },
  });
}
