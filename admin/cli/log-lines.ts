/** A log line, and the time it was written, if known, in milliseconds since 1970. */
export interface LogLine {
  time?: number;
  fields: Record<string, unknown>;
}

/** Returns the names of the events in a log line, in order. They are the keys of `events`. */
export function eventsIn({ events }: Record<string, unknown>): string[] {
  return typeof events === 'object' && events !== null ? Object.keys(events) : [];
}

/**
 * Extracts the workers' log lines from a text. The lines may be unwrapped (npm start, docs/operate/monitoring.md), in output
 * of `wrangler tail --format json`, or in events of Workers Logs. Other text is ignored.
 */
export const readLogLines = (text: string): LogLine[] => documentsOf(text).flatMap((found) => linesIn(found));

/**
 * Returns the JSON values in a text. The text contains one value, or several values. Each of several values begins
 * on a new line, and the lines inside a value are indented.
 */
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

/** Returns the log lines in a JSON value. @param time the time of the enclosing value. */
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
