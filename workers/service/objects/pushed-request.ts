import { DurableObject } from 'cloudflare:workers';
import { ObjectAlarm } from '../../core/storage/object-alarm.ts';
import { type ClockBinding, now } from '../../core/worker/clock.ts';

/**
 * The record that a pushed request was used. `version` is the version of this format, and `expires` is when the
 * record may be deleted, in seconds since 1970.
 */
interface StoredUse {
  version: 1;
  expires: number;
}

const key = 'used';

/**
 * A pushed request of an application whose requests work only once (`par: once`). The object's name is the digest
 * of the request's `request_uri`. The object exists from the first use of the request until the request has
 * expired.
 */
export class PushedRequest extends DurableObject<ClockBinding> {
  readonly #kv = this.ctx.storage.kv;
  readonly #alarm = new ObjectAlarm(this.ctx, this.env);

  /**
   * Marks the request as used. The check is synchronous, so only one call succeeds. @param expires when the
   * request has expired by every clock, so that this record can be deleted.
   * @returns true if the request was unused before this call.
   */
  use(expires: number, at: number): boolean {
    if (this.#kv.get(key) !== undefined) return false;
    this.#kv.put<StoredUse>(key, { version: 1, expires });
    this.#alarm.wakeBy(expires, at);
    return true;
  }

  override alarm(): Promise<void> {
    return this.#alarm.woken(async () => {
      const { expires = 0 } = this.#kv.get<StoredUse>(key) ?? {};
      const at = await now(this.env);
      if (expires <= at) await this.#alarm.deleteAll();
      else this.#alarm.wakeBy(expires, at);
    });
  }
}
