import { ProtocolError, retryLaterError } from '../protocol/errors.ts';
import * as refusals from '../protocol/refusals.ts';

/**
 * A call to a dependency. It fails in two ways: the dependency is temporarily unavailable (503, retry later), or it
 * was called wrongly or has a bug (`internal`: 500, a retry doesn't help). Each function here recognizes the
 * outages of one type of dependency; all other errors are internal.
 *
 * Each takes the name of the operation, for the log, and the call.
 * @throws {ProtocolError} `unavailable` (503) or `internal` (500).
 */
type Dependency = <Result>(what: string, work: Promise<Result>) => Promise<Result>;

/** Time after which clients should retry, in seconds. */
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

/**
 * Whether a call timed out, so that its result is unknown. The message is compared because errors from another
 * worker arrive with only their message.
 */
export const isTimeout = (failure: unknown): failure is Error =>
  failure instanceof Error && failure.message === noAnswer;

/**
 * Whether a storage call timed out. If so, the dependency may still complete the call. @param failure error from a
 * dependency.
 */
export const isDependencyTimeout = (failure: unknown): boolean =>
  failure instanceof ProtocolError && failure.cause instanceof Error && isTimeout(failure.cause.cause);

/**
 * Limits the time of a piece of work. @param timeout in milliseconds. @throws {Error} if the work takes longer.
 */
export async function withTimeout<Result>(work: Promise<Result>, timeout: number): Promise<Result> {
  const expiry = Promise.withResolvers<never>();
  const timer = setTimeout(() => expiry.reject(new Error(noAnswer)), timeout);
  try {
    return await Promise.race([work, expiry.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Properties that the runtime sets if a Durable Object is unreachable, overloaded, or was reset during the call. */
const objectOutage = ['retryable', 'overloaded', 'durableObjectReset'];

const isMarked = (failure: unknown) =>
  failure instanceof Error && objectOutage.some((mark) => Reflect.get(failure, mark) === true);

/**
 * Wraps a call to a Durable Object. Errors from the object's own code arrive marked as `remote`, without the
 * properties of an outage.
 */
export const callObject = dependency(isMarked);

/**
 * Wraps a call to another plid worker. The worker's refusal arrives as an error whose message is the refusal's
 * reason.
 */
export const callWorker = dependency(
  (failure) =>
    isMarked(failure) || (failure instanceof Error && failure.message === refusals.unavailable.reason),
);

/** Timeout of a KV operation, in milliseconds. */
const kvTimeout = 3_000;

const isKvOutage = (failure: unknown) =>
  failure instanceof Error && failure.name === 'Error' && !/failed: 4(?!29)\d\d\b/.test(failure.message);
const answeredByKv = dependency(isKvOutage);

/**
 * Wraps a KV operation. A timeout counts as an outage. For wrong arguments and invalid JSON, KV throws errors
 * whose name isn't `Error`. It rejects keys or values that are too long with a 4xx status. The status 429 means
 * that a key is written too often.
 */
export const callKv: Dependency = (what, work) => answeredByKv(what, withTimeout(work, kvTimeout));

export const callRateLimit = dependency((failure) => failure instanceof Error && failure.name === 'Error');

/** Wraps a call to another program (a carrier or an application). Every error counts as unavailable. */
export const callProgram = dependency(() => true);
