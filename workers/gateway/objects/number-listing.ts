import { type Located, namedObject } from '../../core/storage/named-object.ts';
import { describeFailure, workerLog } from '../../core/worker/log.ts';
import type { NumberIndex } from './number-index.ts';
import { type Listing, listingKey } from './user-tables.ts';

const log = workerLog('gateway-objects');

/** The indexes: objects of the class that is asked for, under their names. */
interface IndexesEnv extends Located {
  USER: DurableObjectNamespace<Rpc.DurableObjectBranded & Pick<NumberIndex, 'list' | 'unlist'>>;
}

/*
 * By which phone number a User is found (number-index.ts). The User notes in the same step as a sign-in where it must be listed, and its
 * alarm sees to that right afterwards. No sign-in waits for it, and a failure only delays it.
 */

/**
 * Notes in which index a User must be listed; their alarm sees to it.
 * @param index its name; null for none. @param plid theirs, where it was not noted before.
 */
export function noteIndex(kv: SyncKvStorage, index: string | null, plid = ''): void {
  const before = kv.get<Listing>(listingKey);
  if (index === (before?.index ?? null)) return;
  const listed = new Set([...(before?.listed ?? []), ...(index === null ? [] : [index])]);
  kv.put<Listing>(listingKey, { plid: before?.plid ?? plid, index, listed: [...listed], settled: false });
}

/** The name of the index in which a User is to be listed; null for none. */
export const notedIndex = (kv: SyncKvStorage): string | null => kv.get<Listing>(listingKey)?.index ?? null;

/** Whether the indexes of a User have to be brought up to date. */
export const isUnsettled = (kv: SyncKvStorage): boolean => kv.get<Listing>(listingKey)?.settled === false;

/**
 * Brings the indexes up to date, with what is noted meanwhile as well.
 * @returns false where one could not be reached: it is to be called again.
 */
export async function settleIndexes(kv: SyncKvStorage, env: IndexesEnv): Promise<boolean> {
  try {
    while (isUnsettled(kv)) await settleOnce(kv, env);
    return true;
  } catch (failure) {
    log('warn', { operation: 'listing a user under their number', cause: describeFailure(failure) });
    return false;
  }
}

async function settleOnce(kv: SyncKvStorage, env: IndexesEnv): Promise<void> {
  const { plid, index, listed } = kv.get<Listing>(listingKey) as Listing;
  for (const name of listed) {
    const object = namedObject(env.USER, name, env);
    await (name === index ? object.list(plid) : object.unlist(plid));
  }
  if (kv.get<Listing>(listingKey)?.index !== index) return;
  if (index === null) kv.delete(listingKey);
  else kv.put<Listing>(listingKey, { plid, index, listed: [index], settled: true });
}
