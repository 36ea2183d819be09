import { styleText } from 'node:util';
import { columnsOf, pad, wrap } from '../../tools/terminal/layout.ts';
import type { CarrierCode } from '../../workers/core/protocol/user-record.ts';
import { carrierNames } from '../../workers/core/protocol/user-record.ts';

/** A line of a worker's log (docs/operate/logs.md). */
interface LogLine {
  level: 'info' | 'warn' | 'error';
  worker: string;
  request?: string;
  method?: string;
  route?: string;
  status?: number;
  milliseconds?: number;
  error?: string;
  reason?: string;
  events?: Record<string, 1>;
  [field: string]: unknown;
}

/** Minimum width of a terminal with room for the time, in columns. */
const roomForTime = 72;

/**
 * Formats a log line for a terminal. The request is on the first line. The lines below it contain the error with
 * its reason and request ID, or the events. Lines that aren't from a worker stay unchanged.
 */
export function formatLogLine(line: string, columns: number, time: Date): string {
  const fields = parse(line);
  if (fields === undefined) return line;
  const clock = columns < roomForTime ? '' : `${styleText('dim', time.toTimeString().slice(0, 8))}  `;
  const [left, indent] = [columnsOf(clock), ' '.repeat(columnsOf(clock) + 2)];
  const details = detailsOf(fields);
  const lines = details === '' ? [] : wrap(details, columns - indent.length).map(colourOf(fields));
  const request = fields.status === undefined ? [] : [requestOf(fields, columns - left)];
  return clock + [...request, ...lines].join(`\n${indent}`);
}

function parse(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const fields = JSON.parse(line) as Partial<LogLine>;
    return fields.level !== undefined && fields.worker !== undefined ? (fields as LogLine) : undefined;
  } catch {
    return undefined;
  }
}

/** Formats method, route, status, and duration. Status and duration are right-aligned. */
function requestOf({ method = '', route, status = 0, milliseconds = 0 }: LogLine, columns: number): string {
  const end = `${statusText(status)} ${`${milliseconds} ms`.padStart(8)}`;
  const start = `${method.padEnd(6)} ${route ?? styleText('dim', '(no such address)')}`;
  const room = Math.min(columns, 78) - columnsOf(end) - 1;
  return `${pad(start, room)} ${end}`;
}

const statusText = (status: number) =>
  styleText(status < 300 ? 'green' : status < 400 ? 'cyan' : status < 500 ? 'yellow' : 'red', String(status));

const colourOf =
  ({ level, error }: LogLine) =>
  (text: string) =>
    styleText(level === 'error' ? 'red' : level === 'warn' || error !== undefined ? 'yellow' : 'dim', text);

/** Fields that are already on the request's line, or useful only to programs. */
const shownElsewhere =
  /^(?:level|worker|request|method|route|status|milliseconds|error|reason|events|person)$/;

/**
 * Describes a carrier's response, or why the call counts as unanswered.
 * @returns undefined if the line isn't about a call to a carrier.
 */
function carrierSentence({
  carrier,
  call,
  answer,
  fault,
  fields,
  sign_in,
  milliseconds,
  level,
}: LogLine): string | undefined {
  const name = carrierNames[carrier as CarrierCode];
  if (name === undefined || call === undefined) return undefined;
  const asked = `${name}, ${call}:`;
  const about = sign_in === undefined ? '' : ` (sign-in ${sign_in})`;
  if (answer !== undefined) return `${asked} ${answer}, after ${milliseconds} ms${about}`;
  const what =
    fault ?? (fields === undefined ? undefined : `an invalid ${String(fields).replaceAll(' ', ', ')}`);
  return what === undefined ? undefined : `${level}: ${asked} ${what}${about}`;
}

/** Formats the fields that the request's line doesn't contain. */
function detailsOf(fields: LogLine): string {
  const ofCarrier = carrierSentence(fields);
  if (ofCarrier !== undefined) return ofCarrier;
  const { level, worker, request, status, error, reason, events = {} } = fields;
  const happened = Object.keys(events);
  const more = Object.entries(fields).filter(([name]) => !shownElsewhere.test(name));
  const isWrong = level !== 'info' || error !== undefined;
  const details = [
    ...(status === undefined && happened.length === 0 ? [worker] : []),
    ...happened,
    ...(error === undefined ? [] : [reason === error ? error : `${error} (${reason})`]),
    ...more.map(([name, value]) => `${name} ${value}`),
    ...(isWrong && request !== undefined ? [`request ${request}`] : []),
  ];
  return (level === 'info' ? '' : `${level}: `) + details.join(', ');
}
