import { describeFailure, type RequestLog } from '../../core/worker/log.ts';

/**
 * Logs a KV failure that doesn't fail the request. This line is the operator's only sign of the failure. An alert
 * in docs/operate/monitoring.md filters by the line's `reason`. @param operation name of the operation.
 */
export const logKvFailure = (log: RequestLog, operation: string, failure: unknown): void =>
  log('error', { reason: 'kv', operation, cause: describeFailure(failure) });

/** Returns the result of a KV read, and treats a failure as a miss. @param read result of `callKv`. */
export const missIfKvFails = (log: RequestLog, operation: string, read: Promise<string | null>) =>
  read.catch((failure: unknown) => {
    logKvFailure(log, operation, failure);
    return null;
  });
