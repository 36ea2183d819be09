import { withTimeout } from '../../core/storage/outages.ts';

/** How long a page waits for KV's copy of a session, in milliseconds: the object that has the session itself answers sooner than that from afar. */
const patience = 500;
/** For how long KV counts as silent after it was, in milliseconds. */
const pause = 10_000;

let silentSince = Number.NEGATIVE_INFINITY;

/** Whether KV was silent a moment ago, in this isolate: the object is then asked first, so that one page in ten seconds waits for KV in vain. */
export const isSilent = (): boolean => Date.now() < silentSince + pause;

/** Waits for a read of KV, and notes where it is silent. @throws {Error} what the read fails with; of another sort after {@link patience}. */
export async function notingSilence<Result>(read: Promise<Result>): Promise<Result> {
  const asked = Date.now();
  try {
    return await withTimeout(read, patience);
  } catch (failure) {
    if (Date.now() - asked >= patience) silentSince = Date.now();
    throw failure;
  }
}
