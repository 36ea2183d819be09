import { DurableObject } from 'cloudflare:workers';
import type { ClockBinding } from '../../core/worker/clock.ts';
import { describeFailure, objectLog } from '../../core/worker/log.ts';
import { type Listing, listingKey } from './user-tables.ts';

const log = objectLog('gateway-objects');

/** In an index: the plids of its number. */
const plidsKey = 'plids';

interface IndexedEnv extends ClockBinding {
  /** The class itself: an index is one of its objects. */
  USER: DurableObjectNamespace<IndexedByNumber>;
}

/**
 * By which phone number a user is found, for the operator who has to show or erase a person. Every number has an index: an
 * object of the same class, whose name no plid can have, since it holds a space (`indexNames` in users/pseudonyms.ts). It lists the plids of
 * the number, and holds nothing else.
 *
 * A User notes in the same step as a sign-in where it must be listed, and its alarm sees to that right afterwards. No sign-in
 * waits for it, and a failure only delays it.
 */
export class IndexedByNumber extends DurableObject<IndexedEnv> {
  /** Of an index: the plids of its number. */
  listed(): string[] {
    return this.ctx.storage.kv.get<string[]>(plidsKey) ?? [];
  }

  /** Of an index: lists a plid. */
  list(plid: string): void {
    const listed = this.listed();
    if (!listed.includes(plid)) this.ctx.storage.kv.put(plidsKey, [...listed, plid]);
  }

  /** Of an index: lists a plid no more. An index that lists nobody leaves nothing. */
  async unlist(plid: string): Promise<void> {
    const others = this.listed().filter((other) => other !== plid);
    if (others.length > 0) this.ctx.storage.kv.put(plidsKey, others);
    else await this.ctx.storage.deleteAll();
  }
}

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

/** Whether the indexes of a User have to be brought up to date. */
export const isUnsettled = (kv: SyncKvStorage): boolean => kv.get<Listing>(listingKey)?.settled === false;

/**
 * Brings the indexes up to date, with what is noted meanwhile as well.
 * @returns false where one could not be reached: it is to be called again.
 */
export async function settleIndexes(kv: SyncKvStorage, { USER }: Pick<IndexedEnv, 'USER'>): Promise<boolean> {
  try {
    while (isUnsettled(kv)) await settleOnce(kv, USER);
    return true;
  } catch (failure) {
    log('warn', { doing: 'listing a user under their number', cause: describeFailure(failure) });
    return false;
  }
}

async function settleOnce(kv: SyncKvStorage, USER: IndexedEnv['USER']): Promise<void> {
  const { plid, index, listed } = kv.get<Listing>(listingKey) as Listing;
  for (const name of listed) {
    const object = USER.get(USER.idFromName(name));
    await (name === index ? object.list(plid) : object.unlist(plid));
  }
  if (kv.get<Listing>(listingKey)?.index !== index) return;
  if (index === null) kv.delete(listingKey);
  else kv.put<Listing>(listingKey, { plid, index, listed: [index], settled: true });
}
