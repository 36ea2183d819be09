import { describeFailure, type RequestLog } from '../../core/worker/log.ts';

/**
 * Writes that KV has failed at something which goes on without it. Nobody is refused for it, so this line alone tells the operator: an alert of
 * docs/watching.md asks for its `reason`. @param doing in the words of the log.
 */
export const logKvFailure = (log: RequestLog, doing: string, failure: unknown): void =>
  log('error', { reason: 'kv', doing, cause: describeFailure(failure) });
