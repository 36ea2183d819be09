import { callKv, isDependencyTimeout, withTimeout } from '../../core/storage/call-with-timeout.ts';

/**
 * Maximum time that a page waits for KV's copy of a session, in milliseconds. The User object responds sooner, even
 * from far away.
 */
const patience = 500;
/** Time for which KV counts as unresponsive after a timeout, in milliseconds. */
const pause = 10_000;

let silentSince = Number.NEGATIVE_INFINITY;

/**
 * Whether KV timed out recently in this isolate. If so, sessions are read from the User object first, so that only
 * one page every ten seconds waits for KV in vain.
 */
export const isKvUnresponsive = (): boolean => Date.now() < silentSince + pause;

/**
 * Reads KV with a short timeout. If the read times out, this is recorded. @param operation name of the operation,
 * for the log. @throws {ProtocolError} `unavailable` if the read fails or takes longer than {@link patience};
 * `internal`.
 */
export async function readWithShortTimeout<Result>(
  operation: string,
  read: Promise<Result>,
): Promise<Result> {
  try {
    return await callKv(operation, withTimeout(read, patience));
  } catch (failure) {
    if (isDependencyTimeout(failure)) silentSince = Date.now();
    throw failure;
  }
}
