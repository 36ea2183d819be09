import { vi } from 'vitest';
import { isOfRuntime } from './log-watch.ts';

export type LogLine = Record<string, string | number | boolean | undefined>;

/** Fields of every line about a request. */
export const fieldsOfRequest = [
  'level',
  'release',
  'worker',
  'request',
  'sign_in',
  'method',
  'route',
  'status',
  'milliseconds',
];

interface Logging {
  logs(): string;
}

type WrittenLine = LogLine & { events?: Record<string, number> };

/** Every line that the workers of a world have logged so far, in order, as it was written. */
export const writtenLines = (world: Logging): WrittenLine[] =>
  world
    .logs()
    .split('\n')
    .filter((line) => line !== '' && !isOfRuntime(line))
    .map((line) => JSON.parse(line));

/** The same; `events.left` is the path to a field within one, as in Workers Logs. */
export const logLines = (world: Logging): LogLine[] => writtenLines(world).map(withPaths);

const withPaths = ({ events = {}, ...line }: WrittenLine): LogLine => ({
  ...line,
  ...Object.fromEntries(Object.entries(events).map(([name, value]) => [`events.${name}`, value])),
});

/** The events that a line reports. */
export const eventsIn = (line: LogLine): string[] =>
  Object.keys(line).flatMap((name) => (name.startsWith('events.') ? [name.slice('events.'.length)] : []));

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
