import { DurableObject } from 'cloudflare:workers';
import { ObjectAlarm } from '../../core/storage/object-alarm.ts';
import { type ClockBinding, now } from '../../core/worker/clock.ts';

/**
 * A use as stored; `version` is the version of this format. `forgotten` is when it may be deleted, in seconds since
 * 1970.
 */
interface StoredUse {
  version: 1;
  forgotten: number;
}

const key = 'used';

/**
 * A pushed request of an application whose requests work once (`par: once`), named by the digest of its
 * `request_uri`. The object exists from the first use until the request has expired.
 */
export class PushedRequest extends DurableObject<ClockBinding> {
  readonly #kv = this.ctx.storage.kv;
  readonly #alarm = new ObjectAlarm(this.ctx, this.env);

  /**
   * Uses it up, synchronously. @param forgotten when the request has expired in any case. @returns whether it was
   * unused.
   */
  use(forgotten: number, at: number): boolean {
    if (this.#kv.get(key) !== undefined) return false;
    this.#kv.put<StoredUse>(key, { version: 1, forgotten });
    this.#alarm.wakeBy(forgotten, at);
    return true;
  }

  override alarm(): Promise<void> {
    return this.#alarm.woken(async () => {
      const { forgotten = 0 } = this.#kv.get<StoredUse>(key) ?? {};
      const at = await now(this.env);
      if (forgotten <= at) await this.#alarm.deleteAll();
      else this.#alarm.wakeBy(forgotten, at);
    });
  }
}
