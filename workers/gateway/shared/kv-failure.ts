import { describeFailure, type RequestLog } from '../../core/worker/log.ts';

/**
 * Writes that KV has failed at something which goes on without it. No request is refused for it, so only this line tells the operator: an alert of
 * docs/watching.md asks for its `reason`. @param operation in the words of the log.
 */
export const logKvFailure = (log: RequestLog, operation: string, failure: unknown): void =>
  log('error', { reason: 'kv', operation, cause: describeFailure(failure) });

/** A read of KV, which is a miss where KV fails. @param read as `callKv` answers it. */
export const missIfKvFails = (log: RequestLog, operation: string, read: Promise<string | null>) =>
  read.catch((failure: unknown) => {
    logKvFailure(log, operation, failure);
    return null;
  });
