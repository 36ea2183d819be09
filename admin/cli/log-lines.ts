/** A line of the log, and when it was written where what surrounds it says so: in milliseconds since 1970. */
export interface LogLine {
  time?: number;
  fields: Record<string, unknown>;
}

/**
 * The events that a line tells of, in their order: the names in `events`. Earlier builds wrote a line of its own for each, with its name as
 * `event`.
 */
export function eventsIn({ event, events }: Record<string, unknown>): string[] {
  if (typeof event === 'string') return [event];
  return typeof events === 'object' && events !== null ? Object.keys(events) : [];
}

/**
 * Reads the lines of workers' logs out of a text: as they are (npm start, docs/watching.md), in what `wrangler tail --format json` prints,
 * several of them one after the other, or in events of Workers Logs. Anything else in the text is passed over.
 */
export const readLogLines = (text: string): LogLine[] => documentsOf(text).flatMap((found) => linesIn(found));

/** Values of JSON: of the whole text, or one after the other, each beginning and ending with a line and indented in between. */
function documentsOf(text: string): unknown[] {
  const whole = parse(text);
  if (whole !== undefined) return [whole];
  const documents: unknown[] = [];
  let open = '';
  for (const line of text.split(/\r?\n/)) {
    open = /^[{[]/.test(line) ? line : `${open}\n${line}`;
    const found = /^[}\]]|^[{[].*[}\]]\s*$/.test(line) ? parse(open) : undefined;
    if (found !== undefined) documents.push(found);
  }
  return documents;
}

/** @param time of what surrounds it. */
function linesIn(found: unknown, time?: number): LogLine[] {
  if (typeof found === 'string') return linesIn(parse(found), time);
  if (Array.isArray(found)) return found.flatMap((each) => linesIn(each, time));
  if (typeof found !== 'object' || found === null) return [];
  const fields = found as Record<string, unknown>;
  const { timestamp = time } = fields;
  const inner = typeof timestamp === 'number' ? timestamp : time;
  if (typeof fields.worker === 'string') return [{ ...(inner !== undefined && { time: inner }), fields }];
  return ['logs', 'message', 'source', 'events', 'result'].flatMap((name) => linesIn(fields[name], inner));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
