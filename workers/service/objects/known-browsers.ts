import type { ObjectStore } from '../../core/storage/object-store.ts';
import { blockedBrowserPeriod, knownBrowserLifetime } from '../shared/service-lifetimes.ts';
import type { Caller } from './request-limits.ts';

/** When each browser was forgotten, by its name. */
type Forgotten = Record<string, number>;

/** In the place of a browser's name: all of them. */
const everyBrowser = '';
const key = 'forgotten browsers';

/**
 * The browsers that a number knows no more, whatever their cookie says: one of them, whose owner has ended its sign-in, or all. A browser that has
 * signed in again since then is known again. There is one row where there are any, and none otherwise. Times in seconds since 1970.
 */
export class KnownBrowsers {
  readonly #kv: SyncKvStorage;
  readonly #store: ObjectStore;

  constructor({ kv }: DurableObjectStorage, store: ObjectStore) {
    this.#kv = kv;
    this.#store = store;
  }

  /**
   * The caller as this number counts it: a browser that it knows no more counts by its address, with all strangers.
   * @returns also how long it may not ask at all, in seconds, since its sign-in was ended.
   */
  judge(from: Caller, at: number): Caller & { block: number } {
    const { caller, known, since = 0, address = caller } = from;
    const forgotten = known ? this.#read() : {};
    const { [caller]: ended = 0, [everyBrowser]: all = 0 } = forgotten;
    if (!known || since > Math.max(ended, all)) return { ...from, block: 0 };
    return { caller: address, known: false, block: Math.max(0, ended + blockedBrowserPeriod - at) };
  }

  /** @param browser one of them; all where it is left out. */
  forget(at: number, browser = everyBrowser): void {
    const forgotten = this.#read();
    this.#kv.put(key, { ...forgotten, [browser]: Math.max(at, forgotten[browser] ?? 0) });
    this.#store.wakeBy(at + knownBrowserLifetime, at);
  }

  deleteAll(): void {
    this.#kv.delete(key);
  }

  /** Deletes what no cookie can speak of any more. @returns when each of the others will be. */
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
