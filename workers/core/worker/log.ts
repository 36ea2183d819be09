/** Names of events that happened (events.ts); the number is for sums. */
type Events = Readonly<Record<string, 1>>;

/** The fields of a log line. Never a code, token, secret, cookie, phone number, name, ci or birth date. */
export type LogFields = Record<string, string | number | boolean | Events | undefined>;

/** The line that a request leaves in the log. It is written once the answer is there and what it awaits has ended, beside the answer. */
export interface RequestLine {
  readonly fields: LogFields;
  /** Work that adds to the fields, and never rejects. */
  readonly awaited: Promise<void>[];
  /** From then on the request itself notes nothing more. */
  readonly answered: Promise<void>;
  /** Ends with the line itself. A request that awaits something gives it to `waitUntil`: its caller may go before. */
  readonly written: Promise<void>;
  isOpen: boolean;
}

type Log = (level: 'info' | 'warn' | 'error', fields: LogFields) => void;

/** Never throws: a line that cannot be written is no reason to fail a request. */
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

/** The fields that have one of the types which a line may hold. */
const known = (fields: LogFields): LogFields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)),
  );

/** Writes one line of JSON, for what belongs to no request: what a Durable Object does by itself, what another worker has called. */
export const workerLog =
  (worker: string): Log =>
  (level, fields) =>
    log(level, { worker, ...fields });

/** Writes one line of JSON that names the request which it is about. */
export type RequestLog = Log;

/** @param request its id (request-id.ts). */
export const requestLog =
  (worker: string, request: string): RequestLog =>
  (level, fields) =>
    log(level, { worker, request, ...fields });

/**
 * The part of a failure that is safe to log: our own words (a string), or the name of an error and where it was
 * thrown. Messages of errors are left out, since a library may quote the value that it failed on.
 */
export function describeFailure(failure: unknown): string {
  if (typeof failure === 'string') return failure;
  if (!(failure instanceof Error)) return typeof failure;
  // The stack begins with the message, which may have lines that look like a place.
  const thrownAt = failure.stack?.replace(failure.message, '').match(/^\s+(at .*)/m)?.[1] ?? '';
  const cause = failure.cause === undefined ? '' : `, caused by ${describeFailure(failure.cause)}`;
  return `${failure.name} ${thrownAt}${cause}`;
}
