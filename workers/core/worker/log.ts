import type { ProtocolError } from '../protocol/errors.ts';
import type { LogField } from './log-fields.ts';
import { release } from './release.ts';

/** Maps the name of each event that occurred (events.ts) to 1, so that events are easy to sum. */
type Events = Readonly<Record<string, 1>>;

/**
 * The fields of a log line. They never contain a code, token, secret, cookie, phone number, name, ci, or birth
 * date.
 */
export type LogFields = Partial<Record<LogField, string | number | boolean | Events | undefined>>;

/** The log line of a request. It is written after the response, when all awaited work has finished. */
export interface RequestLine {
  readonly fields: LogFields;
  /** Work that adds fields. It never rejects. */
  readonly awaited: Promise<void>[];
  /** Resolves when the response is ready. After that, the request itself adds no fields. */
  readonly answered: Promise<void>;
  /**
   * Resolves when the line is written. A request with awaited work passes this promise to `waitUntil`, because its
   * caller may disconnect.
   */
  readonly written: Promise<void>;
  isOpen: boolean;
  /** The level of a refusal. If it's missing, the status determines the level. */
  level?: ProtocolError['level'];
}

type Log = (level: 'info' | 'warn' | 'error', fields: LogFields) => void;

/** Writes a log line. It never throws, because a failure to write a line must not fail a request. */
const log: Log = (level, fields) => {
  try {
    console[level](JSON.stringify({ level, release, ...fields }));
  } catch (failure) {
    console.error(
      JSON.stringify({ level: 'error', release, ...known(fields), failed_line: describeFailure(failure) }),
    );
  }
};

/** Returns only the fields whose values have a type that a log line may contain. */
const known = (fields: LogFields): LogFields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)),
  );

/**
 * Writes one line of JSON outside of any request, for example for a Durable Object's own work or a call from
 * another worker.
 */
export const workerLog =
  (worker: string): Log =>
  (level, fields) =>
    log(level, { worker, ...fields });

/** Writes one line of JSON with the id of its request. */
export type RequestLog = Log;

/** @param request id of the request (request-id.ts). */
export const requestLog =
  (worker: string, request: string): RequestLog =>
  (level, fields) =>
    log(level, { worker, request, ...fields });

/**
 * Returns the part of an error that is safe to log. A string is plid's own text and is returned unchanged.
 * Otherwise, the part is the error's name and where it was thrown. Messages are omitted, because a library may
 * quote the value that caused the error.
 */
export function describeFailure(failure: unknown): string {
  if (typeof failure === 'string') return failure;
  if (!(failure instanceof Error)) return typeof failure;
  // The message at the beginning of the stack is removed, because it may contain lines that look like a stack
  // frame.
  const thrownAt = failure.stack?.replace(failure.message, '').match(/^\s+(at .*)/m)?.[1] ?? '';
  const cause = failure.cause === undefined ? '' : `, caused by ${describeFailure(failure.cause)}`;
  return `${failure.name} ${thrownAt}${cause}`;
}
