import { withTimeout } from '../../core/storage/call-with-timeout.ts';

/** Timeout of a call including its retry, in milliseconds. */
const timeout = 8_000;
/**
 * Time without a response after which the call is repeated in parallel, in milliseconds. Otherwise, a dead
 * connection would use up the whole timeout.
 */
const patience = 4_000;

/**
 * Sends a request at most twice. It is sent again if the first attempt fails, or in parallel if the first attempt
 * gets no response for some time. The first response counts. @param attempt sends the request until its signal
 * aborts it, and rejects if a retry may help. @throws {Error} `no answer in time` after 8 seconds, or the first
 * attempt's error if both attempts fail.
 */
export async function retryOnce<Answer>(attempt: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const ended = new AbortController();
  const again = Promise.withResolvers<void>();
  const timer = setTimeout(again.resolve, patience);
  const first = attempt(ended.signal);
  const second = again.promise.then(() => attempt(ended.signal));
  first.catch(again.resolve);
  try {
    return await withTimeout(Promise.any([first, second]), timeout);
  } catch (failure) {
    throw failure instanceof AggregateError ? failure.errors[0] : failure;
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}
