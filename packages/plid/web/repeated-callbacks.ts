import { PlidRefusal, PlidUnavailable } from '../client/errors.ts';

/** How long a result is stored for a repeated callback, and how long that callback waits for it, in milliseconds. */
const resultLifetime = 60_000;
const longestWait = 30_000;
/** Time between two looks for a result, in milliseconds. */
const pollInterval = 20;
/** Maximum number of kept results, each with one user record. */
const maxResults = 1_000;

/** A callback whose code is being exchanged or was exchanged. */
interface Attempt<Result> {
  code: string;
  /** In milliseconds since 1970. */
  expires: number;
  settled?: () => Result;
}

/** Completes the sign-in of a state once. @throws what `complete` threw; {PlidRefusal} {PlidUnavailable} */
export type CompleteOnce<Result> = (
  state: string,
  code: string,
  complete: () => Promise<Result>,
) => Promise<Result>;

/**
 * Creates a function that gives repeated callbacks of one sign-in the same result (double requests of browsers,
 * refresh). The service revokes the token of a code that arrives twice, so a second exchange would also end the first
 * sign-in. Results are stored in this process for a minute. The caller has checked that this browser started the
 * sign-in.
 */
export function repeatedCallbacks<Result>(): CompleteOnce<Result> {
  const attempts = new Map<string, Attempt<Result>>();

  function forgetOldest(now: number): void {
    for (const [state, { expires }] of attempts)
      if (expires <= now || attempts.size >= maxResults) attempts.delete(state);
      else return;
  }

  async function begin(state: string, code: string, complete: () => Promise<Result>): Promise<Result> {
    const now = Date.now();
    forgetOldest(now);
    const attempt: Attempt<Result> = { code, expires: now + resultLifetime };
    attempts.set(state, attempt);
    try {
      const result = await complete();
      attempt.settled = () => result;
      return result;
    } catch (failure) {
      attempt.settled = () => {
        throw failure;
      };
      throw failure;
    }
  }

  return async (state, code, complete) => {
    const former = attempts.get(state);
    if (former === undefined || former.expires <= Date.now()) return begin(state, code, complete);
    if (former.code !== code) throw anotherCode();
    return resultOf(former);
  };
}

/**
 * Looks for the result at intervals, because on workerd a request can't wait for another request's promise, and a
 * request whose browser has left never settles its promise.
 */
async function resultOf<Result>(attempt: Attempt<Result>): Promise<Result> {
  const deadline = Date.now() + longestWait;
  while (attempt.settled === undefined) {
    if (Date.now() > deadline) throw unfinished();
    await new Promise((resolve) => setTimeout(resolve, pollInterval));
  }
  return attempt.settled();
}

const anotherCode = () =>
  new PlidRefusal(
    'state_mismatch',
    'invalid_state',
    'A callback of this sign-in came before with another code. Let the user sign in again.',
  );

const unfinished = () =>
  new PlidUnavailable(
    'timeout',
    'The first callback of this sign-in has not finished. Let the user sign in again shortly.',
  );
