import { callKv, isStorageTimeout, withTimeout } from '../../core/storage/call-with-timeout.ts';

/** How long a page waits for KV's copy of a session, in milliseconds: the object that has the session itself answers sooner than that from afar. */
const patience = 500;
/** For how long KV counts as silent after it was, in milliseconds. */
const pause = 10_000;

let silentSince = Number.NEGATIVE_INFINITY;

/** Whether KV was silent a moment ago, in this isolate: the object is then asked first, so that one page in ten seconds waits for KV in vain. */
export const isKvUnresponsive = (): boolean => Date.now() < silentSince + pause;

/**
 * A read of KV that keeps no page waiting; that KV was silent is noted. @param operation in the words of the log.
 * @throws {ProtocolError} `unavailable` where it fails, or takes longer than {@link patience}; `internal`.
 */
export async function readWithShortTimeout<Result>(
  operation: string,
  read: Promise<Result>,
): Promise<Result> {
  try {
    return await callKv(operation, withTimeout(read, patience));
  } catch (failure) {
    if (isStorageTimeout(failure)) silentSince = Date.now();
    throw failure;
  }
}
