import { vi } from 'vitest';
import { isOfRuntime } from './log-watch.ts';

export type LogLine = Record<string, string | number | boolean | undefined>;

interface Logging {
  logs(): string;
}

/** Every line that the workers of a world have logged so far, in order. */
export const logLines = (world: Logging): LogLine[] =>
  world
    .logs()
    .split('\n')
    .filter((line) => line !== '' && !isOfRuntime(line))
    .map((line) => JSON.parse(line));

/** The lines with these fields; waits for the first, since a line may come behind its answer. */
export function linesWith(world: Logging, fields: LogLine): Promise<LogLine[]> {
  const find = () => {
    const found = logLines(world).filter((line) =>
      Object.entries(fields).every(([name, value]) => line[name] === value),
    );
    if (found.length === 0) throw new Error(`No line of the log has ${JSON.stringify(fields)}`);
    return found;
  };
  return vi.waitFor(find, { timeout: 15_000 });
}
