/** Names of events that occurred (events.ts). The number makes sums easy. */
type Events = Readonly<Record<string, 1>>;

/** The fields of a log line. Never a code, token, secret, cookie, phone number, name, ci or birth date. */
export type LogFields = Record<string, string | number | boolean | Events | undefined>;

/** The log line of a request. It is written after the response, once awaited work has ended. */
export interface RequestLine {
  readonly fields: LogFields;
  /** Work that adds fields. It never rejects. */
  readonly awaited: Promise<void>[];
  /** Resolves with the response. Afterwards the request itself adds no fields. */
  readonly answered: Promise<void>;
  /**
   * Resolves when the line is written. A request that awaits something passes it to `waitUntil`, because its caller
   * may disconnect.
   */
  readonly written: Promise<void>;
  isOpen: boolean;
}

type Log = (level: 'info' | 'warn' | 'error', fields: LogFields) => void;

/** Never throws: a failure to write a line must not fail a request. */
const log: Log = (level, fields) => {
  try {
    console[level](JSON.stringify({ level, ...fields, ...formerFields(fields) }));
  } catch (failure) {
    console.error(JSON.stringify({ level: 'error', ...known(fields), failedLine: describeFailure(failure) }));
  }
};

/** `operation` was named `doing` in version 0.2. Version 0.4 writes only `operation`. */
const formerFields = ({ operation }: LogFields): LogFields =>
  operation === undefined ? {} : { doing: operation };

/** The fields whose types a line may contain. */
const known = (fields: LogFields): LogFields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)),
  );

/**
 * Writes one line of JSON that belongs to no request: about a Durable Object's own work, or a call from another
 * worker.
 */
export const workerLog =
  (worker: string): Log =>
  (level, fields) =>
    log(level, { worker, ...fields });

/** Writes one line of JSON with the id of its request. */
export type RequestLog = Log;

/** @param request its id (request-id.ts). */
export const requestLog =
  (worker: string, request: string): RequestLog =>
  (level, fields) =>
    log(level, { worker, request, ...fields });

/**
 * The part of an error that is safe to log: plid's own texts (a string), or the name of an error and where it was
 * thrown. Messages are omitted, because a library may quote the value that it failed on.
 */
export function describeFailure(failure: unknown): string {
  if (typeof failure === 'string') return failure;
  if (!(failure instanceof Error)) return typeof failure;
  // The stack begins with the message, which may contain lines that look like a stack frame.
  const thrownAt = failure.stack?.replace(failure.message, '').match(/^\s+(at .*)/m)?.[1] ?? '';
  const cause = failure.cause === undefined ? '' : `, caused by ${describeFailure(failure.cause)}`;
  return `${failure.name} ${thrownAt}${cause}`;
}
