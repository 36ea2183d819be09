import { DurableObject } from 'cloudflare:workers';
import { ObjectStore } from '../../core/storage/object-store.ts';
import { type ClockBinding, now } from '../../core/worker/clock.ts';
import { accountClientId } from '../shared/account-client.ts';
import { type Consent, covers } from '../shared/consents.ts';
import { isReviewPlid } from '../shared/review-plid.ts';
import { grantLifetime, terminatedAccountLifetime } from '../shared/service-lifetimes.ts';
import type { NoticeLink } from '../shared/service-sealed-types.ts';
import { AccountDisclosures } from '../features/affected-users/account-disclosures.ts';
import { AccountMetadata } from './account-metadata.ts';
import { AccountOutbox, type EventEnv } from '../features/events/account-events.ts';
import { AccountQueries, repeatedGrant } from './account-queries.ts';
import {
  type AccountEnding,
  type AccountOverview,
  type AutomaticGrantRequest,
  type AutomaticGrantResult,
  accountMigrations,
  type DeviceRow,
  type EndedByNotice,
  type EndedInAccount,
  type GrantRequest,
  type GrantResult,
  type OpenIdRedemption,
  type OpenIdTokenRequest,
  type ReadableGrant,
  type StoredAccount,
} from './account-tables.ts';
import { CachedIdentities } from './cached-identities.ts';
import { readConsent, readConsents, storeConsent } from './consent-queries.ts';
import { nextGeneration } from './device-cookie-rotation.ts';
import { createSignInEntry, LatestSignIns } from '../features/account-page/latest-sign-ins.ts';
import { Revocations } from './revocations.ts';
import { readAutomaticLogins, storedAccount } from './stored-account.ts';

/**
 * One registration of a user, named by its plid. It contains the user's consents, automatic logins, and grants for
 * applications. A grant is first an authorization code, then an access token. Every method decides synchronously,
 * so no other call runs in between. This guarantees that a code or token is used at most once.
 */
export class Account extends DurableObject<ClockBinding & EventEnv> {
  readonly #sql = this.ctx.storage.sql;
  readonly #store = new ObjectStore(this.ctx, this.env, accountMigrations);
  readonly #metadata = new AccountMetadata(this.ctx.storage);
  readonly #queries = new AccountQueries(this.ctx.storage, this.#store);
  readonly #cached = new CachedIdentities(this.ctx.storage);
  readonly #latest = new LatestSignIns(this.ctx.storage);
  readonly #outbox = new AccountOutbox(this.ctx.storage, this.plid, this.env);
  readonly #disclosures = new AccountDisclosures(this.ctx.storage, this.plid, this.env, this.#store);
  readonly #parts = {
    sql: this.#sql,
    store: this.#store,
    metadata: this.#metadata,
    queries: this.#queries,
    latest: this.#latest,
    outbox: this.#outbox,
    disclosures: this.#disclosures,
  };

  /** The user's plid, which is the object's name. */
  protected get plid(): string | undefined {
    return this.ctx.id.name;
  }
  readonly #revocations = new Revocations(this.#parts);

  /** Grants a full sign-in. The code of this grant may be redeemed once. */
  grant(request: GrantRequest, at: number): GrantResult {
    const { id, client_id, agreement, device } = request;
    const { ends = Infinity } = request;
    if (this.#metadata.terminated !== undefined || ends <= at) return { outcome: 'terminated' };
    const existing = this.#queries.grant(id);
    if (existing !== undefined) return repeatedGrant(existing, at);
    const needsConsent = agreement === undefined && client_id !== accountClientId;
    if (needsConsent && !covers(this.#consent(client_id), request)) {
      this.#store.wakeBy(this.#cached.hold(id, request.identity, at), at);
      return { outcome: 'unconsented' };
    }

    const granted = this.#store.change(() => {
      this.#metadata.notePhone(request.phone);
      this.#metadata.noteEnd(request.ends);
      this.#latest.note(createSignInEntry(request, request.from, at));
      if (agreement !== undefined) {
        storeConsent(this.#sql, { ...request, agreement }, at);
        this.#cached.drop(id);
      }
      const had = device !== undefined && this.#queries.deleteDevice(client_id, device, at);
      const answer = request.automaticLogin ?? (had ? 'Y' : 'N');
      if (answer === 'Y') this.#queries.insertDevice(request, at);
      this.#queries.insertGrant({ ...request, auto_login: answer, auto_status: answer }, at);
      if (request.openid) this.#cached.holdOpenId(id, request.openid, at);
      return { automatic: answer === 'Y', renewed: had };
    });
    this.#store.wakeBy(at + grantLifetime, at);
    return { outcome: 'granted', ...granted };
  }

  /** Returns the encrypted identity of a sign-in whose consent page is open. @param id the sign-in's id. */
  cachedIdentity(id: string, at: number): string | undefined {
    return this.#cached.of(id, at);
  }

  /** Deletes a sign-in's cached identity, because the user didn't consent. @param id the sign-in's id. */
  deleteCachedIdentity(id: string): void {
    this.#cached.drop(id);
  }

  /**
   * Grants an automatic login other than the first one. The user record of such a login has no identity (§2.1 mode
   * 2).
   */
  grantAutomatically(request: AutomaticGrantRequest, at: number): AutomaticGrantResult {
    const { id, client_id, device, generation, startedSince = 0 } = request;
    const stored = this.#isReviewOver(at) ? undefined : this.#queries.device(client_id, device, at);
    if (stored === undefined || stored.started < startedSince) return 'refused';
    const next = nextGeneration(stored, generation, at);
    if (next === undefined) {
      this.#queries.endDevice(device);
      return 'copied';
    }
    if (!covers(this.#consent(client_id), request)) return 'unconsented';
    if (next !== stored) this.#queries.renewDevice(device, next);
    this.#queries.insertGrant({ id, client_id, identity: null, auto_login: 'Y', auto_status: 'N' }, at);
    if (request.openid)
      this.#cached.holdOpenId(id, { ...request.openid, facts: { auth_time: stored.started } }, at);
    this.#store.wakeBy(at + grantLifetime, at);
    return { generation: next.generation, started: stored.started, expires: stored.expires };
  }

  /**
   * Redeems a code. A second use ends the grant and therefore also its access token (RFC 6749 §4.1.2). From the
   * redemption on, the application can read the user's attributes, so it counts as the disclosure.
   */
  redeem(id: string, client_id: string, at: number): 'redeemed' | 'replayed' | 'unknown' {
    if (this.#isReviewOver(at) || !this.#store.exists()) return 'unknown';
    const redeemed = this.#queries.redeemGrant(id, client_id, at);
    if (redeemed !== undefined) {
      const isDisclosure = redeemed.hasIdentity && client_id !== accountClientId && !isReviewPlid(this.plid);
      if (isDisclosure && this.#disclosures.note(client_id, at)) this.#deliverDisclosures(at);
      return 'redeemed';
    }
    return this.#queries.endReplayedGrant(id, client_id) ? 'replayed' : 'unknown';
  }

  /**
   * Redeems the code of an OpenID Connect request if the presented values match. If the values differ, the code
   * can still be redeemed.
   */
  redeemOpenId(id: string, client_id: string, presented: OpenIdTokenRequest, at: number): OpenIdRedemption {
    const openid = this.#cached.openIdOf(id);
    if (openid === undefined) return 'unknown';
    const { redirect, code_challenge } = openid;
    if (redirect !== presented.redirect || code_challenge !== presented.code_challenge) return 'other';
    const outcome = this.redeem(id, client_id, at);
    if (outcome !== 'redeemed') return outcome;
    const read = this.read(id, client_id, false, at);
    return read === undefined ? 'unknown' : { ...read, openid };
  }

  /**
   * Returns the identity and flags of an access token if the token is valid. @param once whether the token can be
   * read only once.
   */
  read(id: string, client_id: string, once: boolean, at: number): ReadableGrant | undefined {
    const grant = this.#isReviewOver(at) ? undefined : this.#queries.readableGrant(id, client_id, at);
    if (grant === undefined) return undefined;
    if (once) this.#queries.endGrant(id);
    const { identity, auto_login, auto_status, agreed } = grant;
    const flags = { autoLoginYn: auto_login, autoStatusCheck: auto_status };
    return { identity, flags, agreed: agreed === null ? [] : JSON.parse(agreed) };
  }

  /**
   * Ends everything between the user and an application (§4.4), and queues the events for the application. A
   * grant's row stays until its sign-in has expired. If the row were deleted, resubmitting a form of that sign-in
   * would recreate the grant with its codes and tokens.
   * @returns whether there was anything to end.
   */
  disconnect(client_id: string, at: number): boolean {
    if (this.#isReviewOver(at)) return false;
    const isEnded = this.#store.exists() && this.#revocations.disconnect(client_id, at);
    if (isEnded) this.#store.wakeBy(at, at);
    return isEnded;
  }

  automaticLogins(at: number): DeviceRow[] {
    return this.#store.exists() ? readAutomaticLogins(this.#sql, at) : [];
  }

  /** Turns off automatic login for an application on every device. @returns whether automatic login was on. */
  endAutomaticLogins(client_id: string): boolean {
    return this.#store.exists() && this.#queries.endDevicesOf(client_id);
  }

  /**
   * Turns off automatic login for one application on one device. @param device the id of the sign-in that turned
   * on automatic login.
   * @returns whether automatic login was on.
   */
  endAutomaticLogin(client_id: string, device: string, at: number): boolean {
    return this.#store.exists() && this.#queries.deleteDevice(client_id, device, at);
  }

  /** The connected applications. */
  connections(): Consent[] {
    return this.#store.exists() ? readConsents(this.#sql) : [];
  }

  /** Re-queues an event that an application didn't accept. @returns whether the event exists. */
  resendEvent(jti: string, at: number): boolean {
    const isThere = this.#store.exists() && this.#outbox.resend(jti, at);
    if (isThere) this.#store.wakeBy(at, at);
    return isThere;
  }

  /** Returns everything that is stored about the user, or undefined if nothing is stored. */
  stored(at: number): StoredAccount | undefined {
    return storedAccount(this.#parts, at);
  }

  /**
   * Returns the data for the page `/account`. @param session the user's grant for this page.
   * @returns undefined if the grant has ended.
   */
  overview(session: string, at: number): AccountOverview | undefined {
    const grant = this.#queries.readableGrant(session, accountClientId, at);
    if (grant === undefined) return undefined;
    const { expires: ends } = grant;
    return {
      ends,
      connections: this.connections(),
      automaticLogins: this.automaticLogins(at),
      signIns: this.#latest.list(),
      phone: this.#metadata.phone,
    };
  }

  /**
   * Ends what the user chose at `/account`.
   * @returns what has ended, grouped by type, or undefined if the session had already ended.
   */
  endInSession(session: string, ending: AccountEnding, at: number): EndedInAccount | undefined {
    if (this.#queries.readableGrant(session, accountClientId, at) === undefined) return undefined;
    const { what } = ending;
    if (what === 'session') this.#queries.endGrant(session);
    const connected = this.connections().map(({ client_id }) => client_id);
    const disconnected = connected.filter(
      (client_id) => what === 'connections' || (what === 'connection' && client_id === ending.client_id),
    );
    for (const client_id of disconnected) this.disconnect(client_id, at);
    return { disconnected, automaticLogins: what === 'device' ? this.#queries.endDevice(ending.id) : [] };
  }

  /**
   * Ends the sign-in, automatic login, or consent that a notice to the user is about, but only once
   * (revocations.ts).
   */
  endNoticed(end: NoticeLink, at: number): EndedByNotice {
    if (!this.#store.exists() || this.#metadata.terminated !== undefined) return { ended: false, at };
    const ended = this.#revocations.endNoticed(end, at);
    this.#store.wakeBy(at, at);
    return { ...ended, phone: this.#metadata.phone };
  }

  /**
   * Deletes the account of a user who has left. Only a termination mark, the events for connected applications, and
   * the ends of their rows in the index of disclosures remain until they are delivered. While the mark exists,
   * sign-ins in progress get no grants. The mark stays longer than those events.
   */
  terminate(at: number): void {
    const isConnected = this.#store.change(() => {
      const applications = this.connections().map(({ client_id }) => client_id);
      for (const client_id of applications) this.#disclosures.end(client_id, at);
      for (const table of ['consents', 'earlier_consents', 'devices', 'grants'])
        this.#sql.exec(`DELETE FROM ${table}`);
      this.#outbox.add('account-purged', applications, at);
      this.#latest.deleteAll();
      this.#cached.deleteExpired(Infinity);
      this.#metadata.terminate(at);
      return applications.length > 0;
    });
    if (isConnected) this.#store.wakeBy(at, at);
    this.#store.wakeBy(at + terminatedAccountLifetime, at);
  }

  /** Completes a termination: the number's registration has ended, so nothing needs the number's name. */
  forgetPhone(): void {
    if (this.#metadata.terminated !== undefined) this.#metadata.forgetPhone();
  }

  /** Sends due events and deletes expired rows. The alarm may run early, late, or twice. */
  override alarm(): Promise<void> {
    return this.#store.woken(async () => {
      const at = await now(this.env);
      const isReview = isReviewPlid(this.plid);
      if (isReview) this.#isReviewOver(at);
      if (this.#store.exists()) {
        await this.#outbox.deliver(at);
        this.#queries.deleteExpired(at);
        this.#outbox.deleteLost(at);
        await this.#disclosures.deliver(at, this.#metadata.terminated !== undefined);
      }
      const { markExpires } = this.#metadata;
      const rows = this.#store.exists() ? this.#disclosures.deleteExpired(at) : Infinity;
      const ends = (isReview && this.#metadata.ends) || Infinity;
      const due = Math.min(this.#queries.nextDue() ?? Infinity, rows, this.#cached.deleteExpired(at), ends);
      if (due < Infinity) this.#store.wakeBy(due, at);
      else if (markExpires !== undefined && markExpires <= at) await this.#store.deleteAll();
      else if (markExpires !== undefined) this.#store.wakeBy(markExpires, at);
    });
  }

  /**
   * Whether this is the account of a store reviewer whose period has ended. The account is then terminated. For every
   * other user, no storage is read.
   */
  #isReviewOver(at: number): boolean {
    if (!isReviewPlid(this.plid)) return false;
    const { ends } = this.#metadata;
    if (ends !== undefined && ends <= at) this.terminate(at);
    return ends === undefined || ends <= at;
  }

  #consent(client_id: string): Consent | undefined {
    return this.#store.exists() ? readConsent(this.#sql, client_id) : undefined;
  }

  /** Writes the index of disclosures without delaying the call. The alarm of the grant makes up for a lost write. */
  #deliverDisclosures(at: number): void {
    this.ctx.waitUntil(this.#disclosures.deliver(at, false));
  }
}
