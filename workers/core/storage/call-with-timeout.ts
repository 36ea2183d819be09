import { ProtocolError, retryLaterError } from '../protocol/errors.ts';
import * as refusals from '../protocol/refusals.ts';

/**
 * A dependency fails in two ways: it reports that it is temporarily unavailable (an outage: 503, retry later),
 * or it was called wrongly or holds a bug (`internal`: 500, a retry changes nothing). Each function here recognises the outages of
 * one kind of dependency; any other error is our own fault.
 *
 * Each takes what is being done, for the log, and the call.
 * @throws {ProtocolError} `unavailable` (503) or `internal` (500).
 */
type Dependency = <Result>(what: string, work: Promise<Result>) => Promise<Result>;

/** How long a client should wait after an outage, in seconds. */
const retryAfter = 5;

const dependency =
  (isOutage: (failure: unknown) => boolean): Dependency =>
  async (what, work) => {
    try {
      return await work;
    } catch (failure) {
      if (failure instanceof ProtocolError) throw failure;
      const cause = Object.assign(new Error(what, { cause: failure }), { name: what });
      throw isOutage(failure)
        ? retryLaterError(refusals.unavailable, retryAfter, cause)
        : new ProtocolError(refusals.internal, { cause });
    }
  };

const noAnswer = 'no answer in time';

/** Whether what failed was silent: nobody knows what became of the work. From another worker an error arrives with its message alone. */
export const isTimeout = (failure: unknown): failure is Error =>
  failure instanceof Error && failure.message === noAnswer;

/** Whether what was asked was silent, and did not fail: it may do all the same what it was asked for. @param failure of a dependency. */
export const isStorageTimeout = (failure: unknown): boolean =>
  failure instanceof ProtocolError && failure.cause instanceof Error && isTimeout(failure.cause.cause);

/** @param timeout in milliseconds. @throws {Error} where the work takes longer. */
export async function withTimeout<Result>(work: Promise<Result>, timeout: number): Promise<Result> {
  const expiry = Promise.withResolvers<never>();
  const timer = setTimeout(() => expiry.reject(new Error(noAnswer)), timeout);
  try {
    return await Promise.race([work, expiry.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The marks that the runtime sets if a Durable Object could not be reached, is overloaded, or was reset under the call. */
const objectOutage = ['retryable', 'overloaded', 'durableObjectReset'];

const isMarked = (failure: unknown) =>
  failure instanceof Error && objectOutage.some((mark) => Reflect.get(failure, mark) === true);

/** A call to a Durable Object. Errors of our own code inside it arrive here without those marks, as `remote`. */
export const callObject = dependency(isMarked);

/** A call to another Worker of ours: a refusal of its own arrives as an error whose message is the reason. */
export const callWorker = dependency(
  (failure) =>
    isMarked(failure) || (failure instanceof Error && failure.message === refusals.unavailable.reason),
);

/** How long KV may take to answer, in milliseconds. */
const kvTimeout = 3_000;

const isKvOutage = (failure: unknown) =>
  failure instanceof Error && failure.name === 'Error' && !/failed: 4(?!29)\d\d\b/.test(failure.message);
const answeredByKv = dependency(isKvOutage);

/**
 * An operation of KV, whose silence is an outage too. It refuses a wrong argument, or a value that is no JSON, with an
 * error of another name; what is too long or too large, with a status of 4xx. 429 says that one key is written too often.
 */
export const callKv: Dependency = (what, work) => answeredByKv(what, withTimeout(work, kvTimeout));

export const callRateLimit = dependency((failure) => failure instanceof Error && failure.name === 'Error');

/** A question to another program (a carrier, an application): whatever it throws, it could not answer. */
export const callProgram = dependency(() => true);
