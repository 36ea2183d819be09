import type { ObjectStore } from '../../core/storage/object-store.ts';
import { blockedBrowserPeriod, knownBrowserLifetime } from '../settings/service-lifetimes.ts';
import type { Caller } from './phone-request-limits.ts';

/** When each browser was forgotten, by the browser's name. */
type Forgotten = Record<string, number>;

/** Used in place of a browser's name to mean all browsers. */
const everyBrowser = '';
const key = 'forgotten browsers';

/**
 * Browsers that are no longer known for a number, even if they have a valid cookie. The entries are either single
 * browsers whose sign-in the owner has ended, or all browsers. After another sign-in, a browser is known again.
 * The row exists only if there is at least one entry. Times are in seconds since 1970.
 */
export class KnownBrowsers {
  readonly #kv: SyncKvStorage;
  readonly #store: ObjectStore;

  constructor({ kv }: DurableObjectStorage, store: ObjectStore) {
    this.#kv = kv;
    this.#store = store;
  }

  /**
   * Returns the caller for the rate limits. A browser that is no longer known counts by address, like all unknown
   * browsers.
   * @returns the caller and, in `block`, the remaining seconds for which the browser is blocked because its
   * sign-in was ended.
   */
  judge(from: Caller, at: number): Caller & { block: number } {
    const { caller, known, since = 0, address = caller } = from;
    const forgotten = known ? this.#read() : {};
    const { [caller]: ended = 0, [everyBrowser]: all = 0 } = forgotten;
    if (!known || since > Math.max(ended, all)) return { ...from, block: 0 };
    return { caller: address, known: false, block: Math.max(0, ended + blockedBrowserPeriod - at) };
  }

  /** Forgets browsers. @param browser the name of one browser (default: all browsers). */
  forget(at: number, browser = everyBrowser): void {
    const forgotten = this.#read();
    this.#kv.put(key, { ...forgotten, [browser]: Math.max(at, forgotten[browser] ?? 0) });
    this.#store.wakeBy(at + knownBrowserLifetime, at);
  }

  deleteAll(): void {
    this.#kv.delete(key);
  }

  /**
   * Deletes expired entries. An entry expires when every cookie that was issued before the entry has expired.
   * @returns the expiry times of the remaining entries.
   */
  deleteExpired(at: number): number[] {
    const all = Object.entries(this.#read());
    const kept = all.filter(([, ended]) => ended + knownBrowserLifetime > at);
    if (kept.length < all.length) this.#keep(Object.fromEntries(kept));
    return kept.map(([, ended]) => ended + knownBrowserLifetime);
  }

  #keep(forgotten: Forgotten): void {
    if (Object.keys(forgotten).length === 0) this.deleteAll();
    else this.#kv.put(key, forgotten);
  }

  #read(): Forgotten {
    return this.#kv.get<Forgotten>(key) ?? {};
  }
}
