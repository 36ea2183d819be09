import { DurableObject } from 'cloudflare:workers';
import { ensureTables, openTables } from '../../core/storage/schema.ts';
import { alarmTime, type ClockBinding, now } from '../../core/worker/clock.ts';
import { countedPeriod, deniedPeriod, signInLifetime } from '../shared/service-lifetimes.ts';
import type { Account } from './account.ts';
import {
  type CarrierRequest,
  phoneMigrations,
  type RegistrationRow,
  type RequestRow,
  type StoredPhone,
} from './phone-tables.ts';
import { type Caller, waitOf } from './request-limits.ts';
import { isServiceKey } from './service-key.ts';

interface PhoneEnv extends ClockBinding {
  ACCOUNT: DurableObjectNamespace<Account>;
}

/** `retryAfter` in seconds. `unanswered`: the request before, where nothing is known of its answer. */
export type Admission =
  | { admitted: true; unanswered?: CarrierRequest | undefined }
  | { admitted: false; retryAfter: number };

/** What an approval says about the number's owner. */
export interface OwnerApproval {
  /** A pseudonym of the ci; undefined where the carrier does not give it. */
  owner: string | undefined;
  /** When the request that was approved was sent, in seconds since 1970. */
  sent: number;
}

/** `changed hands`: another person than the former owner has approved; the former owner's account is terminated. */
export interface Registration {
  plid: string;
  registration: 'kept' | 'made' | 'changed hands';
}

/**
 * One phone number, named by its HMAC: its current registration and its recent requests. Calls run one after the other, so
 * that requests made at the same moment are counted exactly. A number that no carrier has is counted in the same way, so
 * that an attacker can't distinguish the two.
 */
export class Phone extends DurableObject<PhoneEnv> {
  readonly #sql = this.ctx.storage.sql;

  /** Counts one more request to this phone. @param id names it. @param limit of requests per ten minutes. */
  admit(id: string, from: Caller, at: number, limit: number): Admission {
    const retryAfter = waitOf(this.#requests(), from, at, limit);
    if (retryAfter > 0) return { admitted: false, retryAfter };
    ensureTables(this.ctx.storage, phoneMigrations);
    const unanswered = this.#unanswered();
    this.#sql.exec(
      "INSERT INTO requests (id, caller, known, status, sent, forgotten) VALUES (?, ?, ?, 'sent', ?, ?)",
      ...[id, from.caller, from.known ? 1 : 0, at, at + countedPeriod],
    );
    this.#scheduleAlarm();
    return { admitted: true, unanswered };
  }

  /** A request has reached the phone. @param carrierId what the carrier calls it. */
  reached(id: string, carrierId: string): void {
    if (this.#exists()) this.#sql.exec('UPDATE requests SET carrier_id = ? WHERE id = ?', carrierId, id);
  }

  /** The carrier did not confirm name and number: no request has reached the phone. */
  unconfirmed(id: string): void {
    if (this.#exists()) this.#sql.exec("UPDATE requests SET status = 'unconfirmed' WHERE id = ?", id);
  }

  /** The carrier did not answer: the request does not count. */
  takeBack(id: string): void {
    if (this.#exists()) this.#sql.exec('DELETE FROM requests WHERE id = ?', id);
  }

  /** The person denied the request on the phone: a denial counts for longer than no answer. */
  denied(id: string): void {
    if (!this.#exists()) return;
    const query =
      "UPDATE requests SET status = 'denied', forgotten = sent + ? WHERE id = ? AND status = 'sent'";
    this.#sql.exec(query, deniedPeriod, id);
  }

  /**
   * The owner approved: deletes the requests, and records the owner. Where it is another person than before, the number has
   * changed hands: the former owner's account ends as if they had left, and a new one begins.
   * @returns undefined where the registration ended after the request was sent, so that the approval must not bring it back.
   */
  async approve(approval: OwnerApproval, at: number): Promise<Registration | undefined> {
    ensureTables(this.ctx.storage, phoneMigrations);
    const current = this.#registration();
    const plid = current?.plid ?? undefined;
    if (plid !== undefined && !isAnother(current?.owner, approval.owner)) {
      this.#sql.exec('UPDATE registration SET owner = ifnull(owner, ?)', approval.owner ?? null);
      this.#sql.exec('DELETE FROM requests');
      return { plid, registration: 'kept' };
    }
    if (current !== undefined && approval.sent < current.since) return undefined;
    if (plid !== undefined) {
      await this.#terminate(plid, at);
      if (this.plid() !== plid) return this.approve(approval, at);
    }
    const registration = plid === undefined ? 'made' : 'changed hands';
    return { plid: this.#register(approval.owner, at), registration };
  }

  /** The plid of this number's current registration (§2.1), if it has one. */
  plid(): string | undefined {
    return this.#registration()?.plid ?? undefined;
  }

  /** The registration that follows one whose account has been terminated. @returns as `approve`. */
  async replace(terminated: string, approval: OwnerApproval, at: number): Promise<Registration | undefined> {
    if (this.plid() !== terminated) return this.approve(approval, at);
    return { plid: this.#register(approval.owner, at), registration: 'made' };
  }

  /**
   * The owner has left (§2.1): the account is terminated first, so that a call that stops halfway can be repeated.
   * @returns the plid that has ended, if there was a registration.
   */
  async leave(at: number): Promise<string | undefined> {
    const plid = this.plid();
    if (plid === undefined) return undefined;
    await this.#terminate(plid, at);
    const query = 'UPDATE registration SET plid = NULL, owner = NULL, since = ? WHERE plid = ?';
    this.#sql.exec(query, at, plid);
    this.#scheduleAlarm();
    return plid;
  }

  /** Everything that is stored about this number; undefined where nothing is. */
  stored(): StoredPhone | undefined {
    const [registration, requests] = [this.#registration(), this.#requests()];
    if (registration === undefined && requests.length === 0) return undefined;
    const { plid, since } = registration ?? {};
    return {
      registration: since === undefined ? undefined : { plid: plid ?? undefined, since },
      requests: requests.map(({ sent, status }) => ({ sent, status })),
    };
  }

  /**
   * Erases the number's owner: as `leave`, and its requests as well. What is left is when, for as long as a sign-in of before
   * may be under way. @param only the owner who is meant: nothing happens where it is another one.
   */
  async erase(at: number, only?: string): Promise<void> {
    if (only !== undefined && this.plid() !== only) return;
    await this.leave(at);
    if (!this.#exists()) return;
    this.#sql.exec('DELETE FROM requests');
    this.#sql.exec('INSERT INTO registration (id, since) VALUES (1, ?) ON CONFLICT (id) DO NOTHING', at);
    this.#scheduleAlarm();
  }

  /** Asked of one object alone, which is no number's: whether this is the service's PHONE_KEY (service-key.ts). */
  isServiceKey(number: number, fingerprint: string): boolean {
    return isServiceKey(this.ctx.storage, { number, fingerprint });
  }

  /** Deletes what no longer counts; a number without an owner then leaves no data. */
  override async alarm(): Promise<void> {
    if (!this.#exists()) return;
    const at = await now(this.env);
    this.#sql.exec('DELETE FROM requests WHERE forgotten <= ?', at);
    this.#sql.exec('DELETE FROM registration WHERE plid IS NULL AND since <= ?', at - signInLifetime);
    const isEmpty = this.#registration() === undefined && this.#requests().length === 0;
    if (isEmpty) await this.ctx.storage.deleteAll();
    else this.#scheduleAlarm();
  }

  #exists(): boolean {
    return openTables(this.ctx.storage, phoneMigrations);
  }

  #requests(): RequestRow[] {
    if (!this.#exists()) return [];
    const query = 'SELECT caller, known, status, sent FROM requests ORDER BY sent';
    return this.#sql.exec<RequestRow>(query).toArray();
  }

  /** The latest request, unless its answer is known. */
  #unanswered(): CarrierRequest | undefined {
    const query = 'SELECT id, status, carrier_id FROM requests ORDER BY sent DESC LIMIT 1';
    const [latest] = this.#sql.exec<{ id: string; status: string; carrier_id: string | null }>(query);
    if (latest?.status !== 'sent' || latest.carrier_id === null) return undefined;
    return { id: latest.id, carrierId: latest.carrier_id };
  }

  #registration(): RegistrationRow | undefined {
    if (!this.#exists()) return undefined;
    const query = 'SELECT plid, owner, since FROM registration';
    return this.#sql.exec<RegistrationRow>(query).toArray()[0];
  }

  async #terminate(plid: string, at: number): Promise<void> {
    await this.env.ACCOUNT.get(this.env.ACCOUNT.idFromName(plid)).terminate(at);
  }

  #register(owner: string | undefined, at: number): string {
    const plid = crypto.randomUUID();
    this.#sql.exec(
      `INSERT INTO registration (id, plid, owner, since) VALUES (1, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET plid = excluded.plid, owner = excluded.owner, since = excluded.since`,
      ...[plid, owner ?? null, at],
    );
    this.#sql.exec('DELETE FROM requests');
    return plid;
  }

  #scheduleAlarm(): void {
    const [row] = this.#sql.exec<{ next: number | null }>(
      `SELECT min(due) AS next FROM (
         SELECT forgotten AS due FROM requests UNION ALL SELECT since + ? FROM registration WHERE plid IS NULL
       )`,
      signInLifetime,
    );
    if (row?.next != null) void this.ctx.storage.setAlarm(alarmTime(this.env, row.next));
  }
}

/** Another person only where both pseudonyms are there to compare. */
const isAnother = (kept: string | null | undefined, approving: string | undefined): boolean =>
  kept != null && approving !== undefined && kept !== approving;
