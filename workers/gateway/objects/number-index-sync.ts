import { type Located, namedObject } from '../../core/storage/named-object.ts';
import { describeFailure, workerLog } from '../../core/worker/log.ts';
import type { NumberIndex } from './number-index.ts';
import { type IndexListing, listingKey } from './user-tables.ts';

const log = workerLog('gateway-objects');

/** Index objects, by name. */
interface IndexesEnv extends Located {
  USER: DurableObjectNamespace<Rpc.DurableObjectBranded & Pick<NumberIndex, 'list' | 'unlist'>>;
}

/*
 * Keeps the phone number index up to date (number-index.ts). In a sign-in's transaction, a User object records
 * which index must list the user. The object's alarm updates the index afterwards. Sign-ins don't wait for the
 * update, and a failure only delays it.
 */

/**
 * Records the index that must list a user, so that the alarm updates it. @param index the index's name, or null
 * for none. @param plid the user's plid, if it wasn't recorded before.
 */
export function recordRequiredIndex(kv: SyncKvStorage, index: string | null, plid = ''): void {
  const before = kv.get<IndexListing>(listingKey);
  if (index === (before?.index ?? null)) return;
  const listed = new Set([...(before?.listed ?? []), ...(index === null ? [] : [index])]);
  kv.put<IndexListing>(listingKey, {
    plid: before?.plid ?? plid,
    index,
    listed: [...listed],
    settled: false,
  });
}

/** Returns the name of the index that must list a user, or null if no index must list the user. */
export const requiredIndex = (kv: SyncKvStorage): string | null =>
  kv.get<IndexListing>(listingKey)?.index ?? null;

/** Whether the indexes of a User are out of date. */
export const isIndexOutdated = (kv: SyncKvStorage): boolean =>
  kv.get<IndexListing>(listingKey)?.settled === false;

/**
 * Updates the indexes, including changes that are recorded meanwhile.
 * @returns false if an index was unreachable and the call must be repeated.
 */
export async function updateIndexes(kv: SyncKvStorage, env: IndexesEnv): Promise<boolean> {
  try {
    while (isIndexOutdated(kv)) await settleOnce(kv, env);
    return true;
  } catch (failure) {
    log('warn', { operation: 'listing a user under their number', cause: describeFailure(failure) });
    return false;
  }
}

async function settleOnce(kv: SyncKvStorage, env: IndexesEnv): Promise<void> {
  const { plid, index, listed } = kv.get<IndexListing>(listingKey) as IndexListing;
  for (const name of listed) {
    const object = namedObject(env.USER, name, env);
    await (name === index ? object.list(plid) : object.unlist(plid));
  }
  if (kv.get<IndexListing>(listingKey)?.index !== index) return;
  if (index === null) kv.delete(listingKey);
  else kv.put<IndexListing>(listingKey, { plid, index, listed: [index], settled: true });
}
