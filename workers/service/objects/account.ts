import { DurableObject } from 'cloudflare:workers';
import type { LoginFacts } from '../../core/protocol/login-facts.ts';
import { ObjectStore } from '../../core/storage/object-store.ts';
import { type ClockBinding, now } from '../../core/worker/clock.ts';
import { accountClientId } from '../registry/account-client.ts';
import { type Consent, covers } from '../registry/consents.ts';
import { grantLifetime, terminatedAccountLifetime } from '../settings/service-lifetimes.ts';
import { AccountMetadata } from './account-metadata.ts';
import type { AccountContext, AccountPart } from './account-part.ts';
import { AccountQueries, isOpen, repeatedGrant } from './account-queries.ts';
import {
  type AutomaticGrantRequest,
  type AutomaticGrantResult,
  accountMigrations,
  type DeviceRow,
  type GrantRequest,
  type GrantResult,
  type ReadableGrant,
  type Redemption,
  type RepeatedGrantRequest,
  type StoredAccount,
} from './account-tables.ts';
import { CachedIdentities } from './cached-identities.ts';
import { deleteConsents, readConsent, readConsents, storeConsent } from './consent-queries.ts';
import { nextGeneration } from './device-cookie-rotation.ts';
import { HeldRows } from './held-rows.ts';
import { readAutomaticLogins, storedAccount } from './stored-account.ts';

/**
 * One registration of a user, named by its plid. It contains the user's consents, automatic logins, and grants for
 * applications. A grant is first an authorization code, then an access token. Every method decides synchronously,
 * so no other call runs in between. This guarantees that a code or token is used at most once. Optional parts are added
 * by the class that the worker exports (index.ts).
 */
export class Account<Env extends ClockBinding = ClockBinding> extends DurableObject<Env> {
  readonly #sql = this.ctx.storage.sql;
  readonly #store = new ObjectStore(this.ctx, this.env, accountMigrations);
  readonly #metadata = new AccountMetadata(this.ctx.storage);
  readonly #queries = new AccountQueries(this.ctx.storage, this.#store);
  readonly #held = new HeldRows(this.ctx.storage);
  readonly #cached = new CachedIdentities(this.#held);
  readonly #parts: AccountPart[] = [];

  /** The user's plid, which is the object's name. */
  protected get plid(): string | undefined {
    return this.ctx.id.name;
  }

  /** What the account lends its optional parts. */
  protected readonly lent: AccountContext = {
    storage: this.ctx.storage,
    store: this.#store,
    plid: this.plid,
    metadata: this.#metadata,
    queries: this.#queries,
    held: this.#held,
    waitUntil: (work) => this.ctx.waitUntil(work),
    connections: () => this.connections(),
    automaticLogins: (at) => this.automaticLogins(at),
    redeem: (id, client_id, at) => this.redeem(id, client_id, at),
    read: (id, client_id, once, at) => this.read(id, client_id, once, at),
    disconnect: (client_id, at) => this.disconnect(client_id, at),
    grantAgain: (request, facts, at) => this.#grantAgain(request, facts, at),
    endDevice: (id) => this.#endDevice(id),
    endSignIn: (id, client_id, at) => this.#endSignIn(id, client_id, at),
    terminate: (at) => this.terminate(at),
  };

  /** Adds an optional part. Parts are called in the order in which they were added. As a property, it isn't an RPC method. */
  protected readonly add = <Part extends AccountPart>(part: Part): Part => {
    if (part.migrations !== undefined) this.#store.add(part.migrations);
    this.#parts.push(part);
    return part;
  };

  /** Grants a full sign-in. The code of this grant may be redeemed once. */
  grant(request: GrantRequest, at: number): GrantResult {
    const { id, client_id, agreement, device } = request;
    const isRefused = this.#parts.some((part) => part.mayGrant?.(request, at) === false);
    if (this.#metadata.terminated !== undefined || isRefused) return { outcome: 'terminated' };
    const existing = this.#queries.grant(id);
    if (existing !== undefined) return repeatedGrant(existing, at);
    const needsConsent = agreement === undefined && client_id !== accountClientId;
    if (needsConsent && !covers(this.#consent(client_id), request)) {
      this.#store.wakeBy(this.#cached.hold(id, request.identity, at), at);
      return { outcome: 'unconsented' };
    }

    const granted = this.#store.change(() => {
      this.#metadata.notePhone(request.phone);
      if (agreement !== undefined) {
        storeConsent(this.#sql, { ...request, agreement }, at);
        this.#cached.drop(id);
      }
      const had = device !== undefined && this.#queries.deleteDevice(client_id, device, at);
      const answer = request.automaticLogin ?? (had ? 'Y' : 'N');
      if (answer === 'Y') this.#queries.insertDevice(request, at);
      this.#queries.insertGrant(
        { ...request, auto_login: answer, auto_status: answer },
        request.codeUntil ?? at,
      );
      for (const part of this.#parts) part.granted?.(request, at);
      return { automatic: answer === 'Y', renewed: had };
    });
    this.#store.wakeBy(at + grantLifetime, at);
    return { outcome: 'granted', ...granted };
  }

  /** Returns whether the code of a grant may be issued again. @param id the sign-in's id. */
  openGrant(id: string, at: number): 'granted' | 'spent' | 'terminated' {
    if (this.#metadata.terminated !== undefined) return 'terminated';
    const grant = this.#queries.grant(id);
    return grant !== undefined && isOpen(grant, at) ? 'granted' : 'spent';
  }

  /** Ends a grant whose code was never issued, and the automatic login that came with it. @param id the sign-in's id. */
  cancelGrant(id: string): void {
    if (!this.#store.exists()) return;
    this.#queries.endGrant(id);
    this.#queries.endDevice(id);
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
    const { client_id, device, generation, startedSince = 0 } = request;
    const stored = this.#isOver(at) ? undefined : this.#queries.device(client_id, device, at);
    if (stored === undefined || stored.started < startedSince) return 'refused';
    const next = nextGeneration(stored, generation, at);
    if (next === undefined) {
      this.#queries.endDevice(device);
      return 'copied';
    }
    const granted = this.#grantAgain(request, { auth_time: stored.started }, at);
    if (granted !== 'granted') return granted;
    if (next !== stored) this.#queries.renewDevice(device, next);
    return { generation: next.generation, started: stored.started, expires: stored.expires };
  }

  /** Grants a sign-in without an identity to a user who has consented before. */
  #grantAgain(
    request: RepeatedGrantRequest,
    facts: LoginFacts,
    at: number,
  ): 'granted' | 'unconsented' | 'refused' {
    const { id, client_id } = request;
    if (this.#isOver(at)) return 'refused';
    if (!covers(this.#consent(client_id), request)) return 'unconsented';
    this.#queries.insertGrant({ id, client_id, identity: null, auto_login: 'Y', auto_status: 'N' }, at);
    for (const part of this.#parts) part.grantedAgain?.(request, facts, at);
    this.#store.wakeBy(at + grantLifetime, at);
    return 'granted';
  }

  /**
   * Redeems a code. A second use ends the grant and therefore also its access token (RFC 6749 §4.1.2). From the
   * redemption on, the application can read the user's attributes, so it counts as the disclosure.
   */
  redeem(id: string, client_id: string, at: number): Redemption {
    if (this.#isOver(at) || !this.#store.exists()) return 'unknown';
    const redeemed = this.#queries.redeemGrant(id, client_id, at);
    if (redeemed !== undefined) {
      if (redeemed.hasIdentity) for (const part of this.#parts) part.disclosed?.(client_id, at);
      return 'redeemed';
    }
    return this.#queries.endReplayedGrant(id, client_id) ? 'replayed' : 'unknown';
  }

  /**
   * Returns the identity and flags of an access token if the token is valid. @param once whether the token can be
   * read only once.
   */
  read(id: string, client_id: string, once: boolean, at: number): ReadableGrant | undefined {
    const grant = this.#isOver(at) ? undefined : this.#queries.readableGrant(id, client_id, at);
    if (grant === undefined) return undefined;
    if (once) this.#queries.endGrant(id);
    const { identity, auto_login, auto_status, agreed } = grant;
    const flags = { autoLoginYn: auto_login, autoStatusCheck: auto_status };
    return { identity, flags, agreed: agreed === null ? [] : JSON.parse(agreed) };
  }

  /**
   * Ends everything between the user and an application (§4.4). A grant's row stays until its sign-in has expired. If the row were deleted, resubmitting a form of that sign-in
   * would recreate the grant with its codes and tokens.
   * @returns whether there was anything to end.
   */
  disconnect(client_id: string, at: number): boolean {
    if (this.#isOver(at) || !this.#store.exists()) return false;
    const isEnded = this.#store.change(() => {
      if (this.#consent(client_id) === undefined) return false;
      deleteConsents(this.#sql, client_id);
      this.#queries.endDevicesOf(client_id);
      this.#queries.endGrantsOf(client_id);
      for (const part of this.#parts) part.disconnected?.(client_id, at);
      return true;
    });
    if (isEnded) this.#store.wakeBy(at, at);
    return isEnded;
  }

  automaticLogins(at: number): DeviceRow[] {
    return this.#store.exists() ? readAutomaticLogins(this.#sql, at) : [];
  }

  /** Turns off automatic login for an application on every device. @returns whether automatic login was on. */
  endAutomaticLogins(client_id: string): boolean {
    if (!this.#store.exists()) return false;
    return this.#store.change(() => {
      const ended = this.#parts.map((part) => part.automaticLoginEnded?.({ client_id }) === true);
      return this.#queries.endDevicesOf(client_id) || ended.includes(true);
    });
  }

  /**
   * Turns off automatic login for one application on one device, which the user has signed out. @param device the id of the sign-in that turned
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

  /** Returns what the account itself stores, or undefined if nothing is stored. */
  protected storedAccount(at: number): StoredAccount | undefined {
    return storedAccount(this.#sql, this.#store.exists(), this.#metadata, at);
  }

  /**
   * Deletes the account of a user who has left. Only a termination mark, the events for connected applications, and
   * the ends of their rows in the index of disclosures remain until they are delivered. While the mark exists,
   * sign-ins in progress get no grants. The mark stays longer than those events.
   */
  terminate(at: number): void {
    const isConnected = this.#store.change(() => {
      const applications = this.connections().map(({ client_id }) => client_id);
      for (const table of ['consents', 'earlier_consents', 'devices', 'grants'])
        this.#sql.exec(`DELETE FROM ${table}`);
      this.#held.deleteExpired(Infinity);
      for (const part of this.#parts) part.terminated?.(applications, at);
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

  /** Does what is due in the account and its parts. The alarm may run early, late, or twice. */
  override alarm(): Promise<void> {
    return this.#store.woken(async () => {
      const at = await now(this.env);
      this.#isOver(at);
      if (this.#store.exists()) {
        for (const part of this.#parts) await part.deliver?.(at);
        this.#queries.deleteExpired(at);
      }
      const { markExpires } = this.#metadata;
      const dues = this.#parts.map((part) => part.deleteExpired?.(at) ?? Infinity);
      const due = Math.min(...dues, this.#queries.nextDue(), this.#held.deleteExpired(at));
      if (due < Infinity) this.#store.wakeBy(due, at);
      else if (markExpires !== undefined && markExpires <= at) await this.#store.deleteAll();
      else if (markExpires !== undefined) this.#store.wakeBy(markExpires, at);
    });
  }

  /** Whether a part says that the account's time is over. */
  #isOver(at: number): boolean {
    return this.#parts.some((part) => part.isOver?.(at) === true);
  }

  #endDevice(id: string): string[] {
    for (const part of this.#parts) part.automaticLoginEnded?.({ device: id });
    return this.#queries.endDevice(id);
  }

  #endSignIn(id: string, client_id: string, at: number): void {
    this.#queries.endGrant(id);
    this.#queries.endDevice(id);
    const isConnected = this.#consent(client_id) !== undefined;
    for (const part of this.#parts) part.signInEnded?.({ id, client_id, isConnected }, at);
  }

  #consent(client_id: string): Consent | undefined {
    return this.#store.exists() ? readConsent(this.#sql, client_id) : undefined;
  }
}
