import { withTimeout } from '../../core/storage/call-with-timeout.ts';

/** How long a question may take in all, in milliseconds. */
const timeout = 8_000;
/** After so long a silence, in milliseconds, the same is asked beside: a connection that has died would hold a person for all that is left. */
const patience = 4_000;

/**
 * Asks at most twice: once more at once where the first attempt fails, and beside it where it is silent. The first answer counts.
 * @param attempt rejects where another one may bring an answer; it ends when its signal does.
 * @throws {Error} `no answer in time` after 8 seconds, or what the first attempt has thrown.
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
