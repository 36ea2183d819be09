import { DurableObject } from 'cloudflare:workers';
import * as v from 'valibot';
import type { CarrierCode } from '../../core/protocol/user-record.ts';
import { namedObject } from '../../core/storage/named-object.ts';
import { ObjectStore } from '../../core/storage/object-store.ts';
import { type ClockBinding, now } from '../../core/worker/clock.ts';
import { describeFailure, workerLog } from '../../core/worker/log.ts';
import { locationHintSetting, readSettings } from '../../core/worker/settings.ts';
import { maxSignInCookieLifetime } from '../settings/service-lifetimes.ts';
import type { Account } from './account.ts';
import { decideRequest } from './decide-request.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { isServiceKey } from './phone-key-record.ts';
import { PhoneRegistration } from './phone-registration.ts';
import { type Caller, countUnconfirmedAttempts, maxGuesses } from './phone-request-limits.ts';
import { describeRequest, PhoneRequests, unansweredOf } from './phone-requests.ts';
import {
  type Admission,
  type DenialCause,
  type OwnerApproval,
  phoneMigrations,
  type Registration,
  type RegistrationRow,
  type RequestPurpose,
  type StoredPhone,
} from './phone-tables.ts';

const settings = v.object({ LOCATION_HINT: locationHintSetting });
const log = workerLog('service-objects');

interface PhoneEnv extends ClockBinding {
  ACCOUNT: DurableObjectNamespace<Account>;
}

/**
 * One phone number, named by its HMAC: its current registration and its recent requests. Calls run one after the
 * other, so that simultaneous requests are counted exactly. A number that no carrier has is counted in the same
 * way, so that an attacker can't distinguish the two.
 *
 * One object of the class belongs to no number: its storage is the register of `PHONE_KEY` (phone-key-record.ts).
 */
export class Phone extends DurableObject<PhoneEnv> {
  readonly #store = new ObjectStore(this.ctx, this.env, phoneMigrations);
  readonly #requests = new PhoneRequests(this.ctx.storage, this.#store);
  readonly #browsers = new KnownBrowsers(this.ctx.storage, this.#store);
  readonly #registration = new PhoneRegistration(this.ctx.storage, this.#store);
  /** The latest change to the registration, which the next change waits for. */
  #changing: Promise<unknown> = Promise.resolve();

  /**
   * Reserves another request to this phone, which shows one request at a time. If the phone already has an open
   * request, the new request supersedes it or is refused. Each push of an unknown browser counts. A known browser
   * may resend its sign-in's request twice, and all three pushes count as one. @param id the request's id. @param
   * limit the maximum number of requests in ten minutes.
   */
  admit(id: string, from: Caller, at: number, limit: number, about: RequestPurpose): Admission {
    const requests = this.#requests.list();
    const { block, ...caller } = this.#browsers.judge(from, at);
    const { refused, open, earlier } = this.judge({ requests, caller, block, at, limit, about });
    if (refused !== undefined) return refused;
    const reused = this.#registration.isReused(at);
    this.#requests.add({ id, ...caller }, at, about, { open, earlier });
    const unanswered = unansweredOf(requests, at);
    // If the new request replaces an earlier request, the earlier request's row has been deleted. A denial of the
    // earlier request is therefore counted in the new request's row.
    const isReplaced = unanswered !== undefined && unanswered.id === earlier?.id;
    const counted = isReplaced ? { ...unanswered, id } : unanswered;
    return { admitted: true, unanswered: counted, known: caller.known, reused };
  }

  /** The local environment overrides this to admit requests that would have to wait. */
  protected judge(asking: Parameters<typeof decideRequest>[0]): ReturnType<typeof decideRequest> {
    return decideRequest(asking);
  }

  /**
   * Records that the user has chosen a wrong number. @param next the id of the request that follows.
   * @returns whether the next request may be sent. It may be sent once per sign-in, if the daily limit for pushes
   * isn't reached.
   */
  recordMismatch(id: string, next: string, at: number): boolean {
    return this.#requests.recordMismatch(id, next, at);
  }

  /** Records that a request has reached the phone. @param carrierId the carrier's id. */
  reached(id: string, carrierId: string): void {
    this.#requests.reached(id, carrierId);
  }

  /**
   * Records that the carrier didn't confirm the name and number, so no request has reached the phone.
   * @returns whether this attempt reaches the limit for guessing names.
   */
  unconfirmed(id: string, at: number): boolean {
    this.#requests.unconfirmed(id);
    return countUnconfirmedAttempts(this.#requests.list(), at) === maxGuesses;
  }

  /** Releases a request that got no response from the carrier, so that it doesn't count. */
  release(id: string): void {
    this.#requests.release(id);
  }

  /** Cancels a sign-in, so that an approval no longer counts. @param signIn the sign-in's id. */
  cancel(signIn: string, at: number): void {
    this.#requests.cancel(signIn, at);
  }

  /**
   * Records that the user denied the request on the phone. A denial counts for longer than an unanswered request.
   * If the user reports that they didn't send a request that came from a known browser, that browser is no longer
   * known.
   */
  denied(id: string, cause: DenialCause | undefined, at: number): void {
    const row = this.#requests.denied(id, cause);
    if (row?.known === 1 && cause !== undefined) this.#browsers.forget(at, row.caller);
  }

  /**
   * Forgets a browser whose sign-in the user has ended. The browser is blocked from sending requests to this phone
   * for a day. The call may be repeated with the same time.
   */
  forgetBrowser(browser: string, at: number): void {
    this.#browsers.forget(at, browser);
  }

  /** Forgets all known browsers of this number. */
  forgetBrowsers(at: number): void {
    this.#browsers.forget(at);
  }

  /**
   * Records the owner's approval and deletes the requests of that sign-in. If the user isn't the previous owner, the
   * number has changed hands. In this case, the previous owner's account is terminated and a new account is created.
   * If the approving user is unknown, the owner stays.
   * @returns undefined if the sign-in was canceled, or if the registration ended after the request was sent. An
   * ended registration must not be restored by such an approval.
   */
  approve(approval: OwnerApproval, at: number): Promise<Registration | undefined> {
    return this.#inTurn(() => this.#approve(approval, at));
  }

  async #approve(approval: OwnerApproval, at: number): Promise<Registration | undefined> {
    if (this.#requests.isCancelled(approval.signIn)) return undefined;
    if (this.#requests.isSuperseded(approval.admission))
      return { plid: undefined, registration: 'superseded' };
    const current = this.#registration.read();
    const plid = current?.plid ?? undefined;
    if (plid !== undefined && current?.owner != null && approval.owner === undefined)
      return { plid: undefined, registration: 'unproven' };
    if (plid !== undefined && !isAnother(current?.owner, approval.owner)) {
      this.#registration.keep(approval);
      this.#requests.approved(approval.admission);
      return { plid, registration: 'kept' };
    }
    if (current !== undefined && approval.sent < current.since) return undefined;
    if (plid !== undefined) await this.#terminate(plid, at);
    const registration = plid === undefined ? 'made' : 'changed hands';
    const registered = { plid: this.#register(approval, at), registration } as const;
    if (plid !== undefined) await this.#forgetAt(plid);
    return registered;
  }

  /**
   * Returns the plid of this number's current registration (§2.1), if any. @param signIn the id of the calling
   * sign-in.
   * @returns undefined if that sign-in was canceled.
   */
  plid(signIn?: string): string | undefined {
    return this.#requests.isCancelled(signIn) ? undefined : (this.#registration.read()?.plid ?? undefined);
  }

  /** Creates the registration that follows a terminated account. @returns the same values as `approve`. */
  replace(terminated: string, approval: OwnerApproval, at: number): Promise<Registration | undefined> {
    return this.#inTurn(async () => {
      if (this.plid() !== terminated) return this.#approve(approval, at);
      return { plid: this.#register(approval, at), registration: 'made' };
    });
  }

  /**
   * Ends the registration of an owner who has left (§2.1). The account is terminated first, so that a call that
   * stops halfway can be repeated. @param carrier if given, nothing happens unless the latest approval came
   * through this carrier.
   * @returns the ended plid, if there was a registration.
   */
  leave(at: number, carrier?: CarrierCode): Promise<string | undefined> {
    return this.#inTurn(async () => {
      const isReached = carrier === undefined || this.#registration.read()?.carrier === carrier;
      return isReached ? this.#leave(at) : undefined;
    });
  }

  async #leave(at: number): Promise<string | undefined> {
    const plid = this.plid();
    if (plid === undefined) return undefined;
    await this.#terminate(plid, at);
    this.#registration.end(plid, at);
    await this.#forgetAt(plid);
    return plid;
  }

  /**
   * Records for the risk decision that a copied cookie of this number's owner was used. The record doesn't affect
   * a later owner.
   */
  noteReuse(plid: string, at: number): void {
    this.#registration.noteReuse(plid, at);
  }

  /** Returns everything that is stored about this number, or undefined if nothing is stored. */
  stored(): StoredPhone | undefined {
    const [registration, requests] = [this.#registration.read(), this.#requests.list()];
    if (registration === undefined && requests.length === 0) return undefined;
    return {
      registration: registration && publicRegistration(registration),
      requests: requests.map(describeRequest),
    };
  }

  /**
   * Erases the number's owner. Does the same as `leave`, and also deletes the requests. Only the time of the
   * erasure is stored, as long as a sign-in that started before the erasure may be in progress. @param only the
   * expected owner. If the number has another owner, nothing happens.
   */
  async erase(at: number, only?: string): Promise<void> {
    await this.#inTurn(() => this.#erase(at, only));
  }

  async #erase(at: number, only: string | undefined): Promise<void> {
    if (only !== undefined && this.plid() !== only) return;
    await this.#leave(at);
    if (!this.#store.exists()) return;
    this.#requests.deleteAll();
    this.#browsers.deleteAll();
    this.#registration.endUnmade(at);
  }

  /**
   * Returns whether a `PHONE_KEY` is the one that the service uses (phone-key-record.ts). This method is called only on
   * the object that belongs to no number.
   */
  isServiceKey(number: number, fingerprint: string): boolean {
    return isServiceKey(this.ctx.storage, { number, fingerprint });
  }

  /** Deletes everything that no longer counts. A number without an owner then leaves no data. */
  override alarm(): Promise<void> {
    return this.#store.woken(async () => {
      const at = await now(this.env);
      if (!this.#store.exists()) return;
      const due = [...this.#requests.deleteExpired(at), ...this.#browsers.deleteExpired(at)];
      this.#registration.deleteExpired(at);
      const registration = this.#registration.read();
      if (registration?.plid === null) due.push(registration.since + maxSignInCookieLifetime);
      if (due.length > 0) this.#store.wakeBy(Math.min(...due), at);
      else if (registration === undefined) await this.#store.deleteAll();
    });
  }

  /**
   * Runs changes to the registration one after the other, including the wait for the account. Otherwise, an
   * earlier approval that arrives while the user is leaving would register the number again.
   */
  #inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    const changed = this.#changing.then(change);
    this.#changing = changed.catch(() => undefined);
    return changed;
  }

  async #terminate(plid: string, at: number): Promise<void> {
    await this.#accountOf(plid).terminate(at);
  }

  /** Lets a terminated account forget this number. If the call fails, the account forgets it with its mark, after a day. */
  async #forgetAt(plid: string): Promise<void> {
    try {
      await this.#accountOf(plid).forgetPhone();
    } catch (failure) {
      log('warn', {
        operation: 'forgetting the number of an ended account',
        cause: describeFailure(failure),
      });
    }
  }

  #accountOf(plid: string) {
    return namedObject(this.env.ACCOUNT, plid, readSettings(settings, this.env));
  }

  #register(approval: OwnerApproval, at: number): string {
    return this.#store.change(() => {
      this.#requests.approved(approval.admission);
      return this.#registration.make(approval, at);
    });
  }
}

const publicRegistration = ({ plid, since, carrier, reused }: RegistrationRow) => ({
  plid: plid ?? undefined,
  since,
  ...(carrier && { carrier }),
  ...(reused !== null && { reused }),
});

/**
 * Returns whether the approving user differs from the stored owner. The result is false if one of the two
 * pseudonyms is missing.
 */
const isAnother = (kept: string | null | undefined, approving: string | undefined): boolean =>
  kept != null && approving !== undefined && kept !== approving;
