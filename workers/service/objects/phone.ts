import { DurableObject } from 'cloudflare:workers';
import { alarmTime, type ClockBinding, now } from '../../core/clock.ts';
import type { Account } from './account.ts';

/** How far back requests are counted, in seconds. */
const countedPeriod = 600;
/** The least time between two requests to one phone, in seconds. */
const coolDown = 3;

interface PhoneEnv extends ClockBinding {
  ACCOUNT: DurableObjectNamespace<Account>;
}

/** `retryAfter` in seconds. */
export type Admission = { admitted: true } | { admitted: false; retryAfter: number };

/**
 * One phone number, by the HMAC of it: whose it is now, and how often it was asked. All of it is decided here, one
 * call after the other, so that requests made at the same moment are counted exactly. A number that no carrier
 * knows is counted in the same way, so that the two can't be told apart.
 */
export class Phone extends DurableObject<PhoneEnv> {
  /** Counts one more request to this phone. @param limit of requests that were not approved, per ten minutes. */
  admit(at: number, limit: number): Admission {
    const requests = this.#requests().filter((time) => time > at - countedPeriod);
    const latest = requests.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (at < latest + coolDown) return { admitted: false, retryAfter: latest + coolDown - at };
    const oldestCounted = requests.at(-limit);
    if (oldestCounted !== undefined)
      return { admitted: false, retryAfter: oldestCounted + countedPeriod - at };
    this.ctx.storage.kv.put('requests', [...requests, at]);
    void this.ctx.storage.setAlarm(alarmTime(this.env, at + countedPeriod));
    return { admitted: true };
  }

  /** The owner approved: forgets the requests, and names the owner. @returns the current plid. */
  approve(at: number): string {
    this.ctx.storage.kv.delete('requests');
    return this.plid() ?? this.#register(at);
  }

  /** The plid of this number's current registration (§2.1), if it has one. */
  plid(): string | undefined {
    return this.ctx.storage.kv.get<string>('plid');
  }

  /** The plid that follows one whose account has been terminated. */
  replace(terminated: string, at: number): string {
    const current = this.plid();
    return current === undefined || current === terminated ? this.#register(at) : current;
  }

  /**
   * The owner has left (§2.1): the account goes first, so that a call broken off between the two can be repeated.
   * @returns whether there was a registration.
   */
  async leave(at: number): Promise<boolean> {
    const plid = this.plid();
    if (plid === undefined) return false;
    await this.env.ACCOUNT.get(this.env.ACCOUNT.idFromName(plid)).terminate(at);
    if (this.plid() === plid) {
      for (const key of ['plid', 'registered']) this.ctx.storage.kv.delete(key);
    }
    return true;
  }

  /** Forgets requests that count no longer; a number without an owner then leaves nothing behind. */
  override async alarm(): Promise<void> {
    const at = await now(this.env);
    const requests = this.#requests().filter((time) => time > at - countedPeriod);
    const [oldest] = requests;
    if (oldest !== undefined) {
      this.ctx.storage.kv.put('requests', requests);
      await this.ctx.storage.setAlarm(alarmTime(this.env, oldest + countedPeriod));
    } else if (this.plid() === undefined) {
      await this.ctx.storage.deleteAll();
    } else {
      this.ctx.storage.kv.delete('requests');
    }
  }

  #requests(): number[] {
    return this.ctx.storage.kv.get<number[]>('requests') ?? [];
  }

  #register(at: number): string {
    const plid = crypto.randomUUID();
    this.ctx.storage.kv.put('plid', plid);
    this.ctx.storage.kv.put('registered', at);
    return plid;
  }
}
