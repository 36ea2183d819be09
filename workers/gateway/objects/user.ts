import { DurableObject } from 'cloudflare:workers';
import * as v from 'valibot';
import { ObjectStore } from '../../core/storage/object-store.ts';
import { type ClockBinding, now } from '../../core/worker/clock.ts';
import { readSettings } from '../../core/worker/settings.ts';
import { flowLifetime, seenInterval } from '../settings/gateway-lifetimes.ts';
import { type DepartureEnv, DepartureOutbox } from './departure-outbox.ts';
import { decideIdentityChange } from './identity-change.ts';
import { LogoutOutbox } from './logout-outbox.ts';
import { NumberIndex } from './number-index.ts';
import { isIndexOutdated, recordRequiredIndex, requiredIndex, updateIndexes } from './number-index-sync.ts';
import { OpenIdLogins, type StoredOpenIdLogin } from './openid-logins.ts';
import { dueAfter, idsOf, SessionEndings } from './session-endings.ts';
import { UserQueries } from './user-queries.ts';
import { userSettings } from './user-settings.ts';
import {
  type Departure,
  type LiveOpenIdLogin,
  type LogoutClaims,
  migrations,
  type OpenIdLogin,
  type OpenIdRedemption,
  type PresentedTokenRequest,
  type ReencryptedIdentity,
  type SignInRequest,
  type SignInResult,
  type StoredGatewayUser,
  type StoredSession,
  type StoredUser,
  type UserRow,
} from './user-tables.ts';

const settings = v.object(userSettings);
const day = 86_400;

/**
 * The storage key of the disconnection mark. The mark stays as long as an earlier sign-in may still be in
 * progress.
 */
const disconnectedKey = 'disconnected';
type Disconnected = { at: number; moment: number };

interface UserEnv extends ClockBinding, DepartureEnv {
  /** Namespace of this same class, because phone number indexes are objects of the class too. */
  USER: DurableObjectNamespace<User>;
}

/** Seconds until an index that failed is retried. */
const indexRetry = 60;

/**
 * A user of the application, named by plid, with their encrypted identity and their sessions. The object can't
 * decrypt the identity. Every method decides in one transaction. Calls for a user who has never signed in store
 * nothing.
 */
export class User extends DurableObject<UserEnv> {
  readonly #kv = this.ctx.storage.kv;
  readonly #sql = this.ctx.storage.sql;
  readonly #store = new ObjectStore(this.ctx, this.env, migrations);
  readonly #rows = new UserQueries(this.#sql, this.#store);
  readonly #openId = new OpenIdLogins(this.ctx.storage.kv);
  readonly #logouts = new LogoutOutbox(this.ctx.storage.kv, this.env);
  readonly #departures = new DepartureOutbox(this.ctx, this.env);
  readonly #endings = new SessionEndings(this.#rows, this.#logouts);
  /**
   * The phone number index, if this object is one. Such an object has this class but isn't a user
   * (number-index.ts).
   */
  readonly #numberIndex = new NumberIndex(this.ctx.storage);

  stored(): StoredUser | undefined {
    const user = this.#rows.user();
    return user && storedOf(user);
  }

  /** Opens a session and changes the user's record, if the object can decide the changes (identity-change.ts). */
  signIn(request: SignInRequest, at: number): SignInResult {
    const disconnected = this.#disconnected();
    if (disconnected !== undefined && request.began <= disconnected.moment)
      return { outcome: 'disconnected' };
    const user = this.#rows.user();
    const change = decideIdentityChange(request, user);
    if (change === undefined) return { outcome: 'changed', stored: user && storedOf(user) };
    if (request.automatic && user?.full_sign_in_after != null) return { outcome: 'full_sign_in_required' };
    const { ownerChanged } = change;
    const { previous, replaced } = this.#store.change(() => {
      this.#rows.storeUser(request, change, at, user);
      const previous = ownerChanged ? this.#endings.end(at, 'true') : [];
      const replaced = ownerChanged ? [] : this.#endings.replace(request.replaces, at);
      this.#rows.insertSession(request.session, request.began, replaced[0]?.parties ?? null);
      if (change.number !== undefined) recordRequiredIndex(this.#kv, change.number.index, change.number.plid);
      return { previous, replaced };
    });
    this.#wakeBy(dueAfter(previous, request.session.expires, at), at);
    const ended = idsOf([...previous, ...replaced]);
    if (user === undefined || change.number !== undefined)
      return { outcome: 'signed_in', ended, ownerChanged };
    return {
      outcome: 'signed_in',
      ended,
      ownerChanged,
      stored: storedOf(user),
      index: requiredIndex(this.#kv),
    };
  }

  /**
   * After a sign-in without attributes, stores the re-encrypted identity and its index, unless another sign-in has
   * changed the identity in the meantime.
   */
  bringUpToDate({ previous, identity, number }: ReencryptedIdentity, at: number): void {
    if (this.#rows.user()?.identity !== previous) return;
    this.#store.change(() => {
      if (identity !== undefined) this.#rows.storeReencrypted(identity);
      recordRequiredIndex(this.#kv, number.index, number.plid);
    });
    if (isIndexOutdated(this.#kv)) this.#store.wakeBy(at, at);
  }

  /** Returns a live session with the user's identity. Records once a day that the user was seen. */
  session(id: string, at: number): (StoredSession & { identity: string }) | undefined {
    const [user, session] = [this.#rows.user(), this.#rows.session(id, at)];
    if (user === undefined || session === undefined) return undefined;
    if (user.seen <= at - seenInterval) this.#sql.exec('UPDATE user SET seen = ?', at);
    return { ...session, identity: user.identity };
  }

  /**
   * Stores a login for a relying party, so that the login's code can be redeemed. If the session isn't live,
   * nothing is stored.
   * @returns whether the session is live.
   */
  keepOpenId(session: string, id: string, login: OpenIdLogin, at: number): boolean {
    if (this.#rows.session(session, at) === undefined) return false;
    this.#openId.storeLogin(id, session, login, at);
    return true;
  }

  /**
   * Redeems the code of a login for a relying party. This works once, and only while the login's session is live.
   * @param claims of the id_token, if the relying party receives a logout_token when the session ends.
   */
  redeemOpenId(
    id: string,
    presented: PresentedTokenRequest,
    at: number,
    claims?: LogoutClaims,
  ): OpenIdRedemption {
    const redeemed = this.#openId.redeem(id, presented, at);
    if (typeof redeemed === 'string') return redeemed;
    const live = this.#live(redeemed, at);
    if (live === undefined || claims === undefined) return live ?? 'unknown';
    const { client_id } = presented;
    return { ...live, sid: this.#rows.addParty(redeemed.session, { client_id, ...claims }) };
  }

  /** Returns the login of an access token, or undefined if the login or its session has ended. */
  openIdLogin(id: string, at: number): LiveOpenIdLogin | undefined {
    const kept = this.#openId.find(id, at);
    return kept?.state === 'redeemed' ? this.#live(kept, at) : undefined;
  }

  /** Returns all live sessions, latest first, or undefined if the request's session has ended. */
  sessions(id: string, at: number): StoredSession[] | undefined {
    return this.#rows.session(id, at) && this.#rows.sessions(at);
  }

  /**
   * Ends sessions. @param id the id of the request's session. @param which this session, all sessions, or the
   * session whose id starts with `startsWith`.
   * @returns the ids of the ended live sessions; undefined if the request's session isn't live.
   */
  logOut(id: string, which: 'this' | 'all' | { startsWith: string }, at: number): string[] | undefined {
    if (this.#rows.session(id, at) === undefined) return undefined;
    const ended = this.#store.change(() => {
      if (which === 'this') return this.#endings.end(at, 'id = ?', id);
      if (which !== 'all') {
        const other = this.#rows.sessions(at).find((session) => session.id.startsWith(which.startsWith));
        return other === undefined ? [] : this.#endings.end(at, 'id = ?', other.id);
      }
      this.#sql.exec('UPDATE user SET full_sign_in_after = ?', at);
      return this.#endings.end(at, 'true');
    });
    this.#store.wakeBy(dueAfter(ended, at + this.#retention, at), at);
    return idsOf(ended);
  }

  /**
   * Deletes the user and all sessions that began at or before `moment` (see {@link SignInRequest.began}). Later
   * sessions stay. A sign-in that began earlier and is still in progress can't restore anything. The call can be
   * repeated. @param departure stored until the application has handled it, if the application has a handler.
   * @returns the ids of the ended live sessions.
   */
  disconnect(at: number, moment: number, departure?: Departure): string[] {
    if (departure !== undefined) this.#storeDeparture(departure, at);
    const isUnderWay = moment > Date.now() - flowLifetime * 1000;
    if (!this.#store.exists() && !isUnderWay) return [];
    if ((this.#disconnected()?.moment ?? -1) >= moment) return [];
    const ended = this.#store.change(() => {
      this.#kv.put<Disconnected>(disconnectedKey, { at, moment });
      const live = this.#endings.end(at, 'began <= ?', moment);
      this.#sql.exec('DELETE FROM user WHERE began <= ? AND NOT EXISTS (SELECT 1 FROM sessions)', moment);
      if (this.#rows.user() === undefined) {
        recordRequiredIndex(this.#kv, null);
        this.#openId.deleteExpired(Number.POSITIVE_INFINITY);
      }
      return live;
    });
    this.#wakeBy(dueAfter(ended, at + flowLifetime, at), at);
    return idsOf(ended);
  }

  /**
   * Lets the application handle that the user has left. It never throws. A stored departure is repeated by the alarm.
   * @returns whether the application has handled it.
   */
  async handleDeparture(departure: Departure, at: number): Promise<boolean> {
    const isHandled = await this.#departures.call(departure, at);
    const due = this.#departures.nextDue();
    if (due !== undefined) this.#store.wakeBy(due, at);
    return isHandled;
  }

  /** Returns everything that is stored about the user, for the operator, or undefined if nothing is stored. */
  record(at: number): StoredGatewayUser | undefined {
    const [user, disconnected] = [this.#rows.user(), this.#disconnected()?.at];
    const [undeliveredLogouts, unhandledDeparture] = [this.#logouts.clientIds(), this.#departures.since()];
    const isPending = undeliveredLogouts.length > 0 || unhandledDeparture !== undefined;
    if (user === undefined && disconnected === undefined && !isPending) return undefined;
    return {
      identity: user?.identity,
      seen: user?.seen,
      fullSignInAfter: user?.full_sign_in_after ?? undefined,
      disconnected,
      sessions: this.#rows.sessions(at).map((session) => ({
        ...session,
        relyingParties: this.#rows.parties(session.id).map(({ client_id }) => client_id),
      })),
      undeliveredLogouts,
      unhandledDeparture,
    };
  }

  /**
   * Deletes expired sessions, then a user who hasn't been seen for `RETENTION_DAYS`, and finally the empty
   * storage. Sends logout_tokens, and repeats a departure that the application hasn't handled.
   */
  override alarm(): Promise<void> {
    return this.#store.woken(async () => {
      const at = await now(this.env);
      if (!this.#store.exists()) return;
      this.#sql.exec('DELETE FROM sessions WHERE expires <= ?', at);
      this.#openId.deleteExpired(at);
      const disconnected = this.#disconnected();
      if (disconnected !== undefined && disconnected.at + flowLifetime <= at)
        this.#kv.delete(disconnectedKey);
      if (this.#isOver(at)) recordRequiredIndex(this.#kv, null);
      const indexes = { ...this.env, ...this.#settings };
      const outboxes = [this.#logouts, this.#departures];
      const deliveries = Promise.all(outboxes.map((outbox) => outbox.deliver(at)));
      const [isUpdated, dueTimes] = await Promise.all([updateIndexes(this.#kv, indexes), deliveries]);
      const isOver = isUpdated && this.#isOver(at);
      if (isOver && outboxes.every((outbox) => outbox.nextDue() === undefined))
        return this.#store.deleteAll();
      const next = isUpdated ? this.#nextDue() : at + indexRetry;
      const times = [isOver ? undefined : next, ...dueTimes].filter((time) => time !== undefined);
      // What was queued meanwhile has set the alarm itself.
      if (times.length > 0) this.#store.wakeBy(Math.min(...times), at);
    });
  }

  /** Used only if this object is an index. See {@link NumberIndex}. */
  listed(): string[] {
    return this.#numberIndex.listed();
  }

  /** Used only if this object is an index. See {@link NumberIndex}. */
  list(plid: string): void {
    this.#numberIndex.list(plid);
  }

  /** Used only if this object is an index. See {@link NumberIndex}. */
  unlist(plid: string): Promise<void> {
    return this.#numberIndex.unlist(plid);
  }

  #live({ session, login }: StoredOpenIdLogin, at: number): LiveOpenIdLogin | undefined {
    const [user, live] = [this.#rows.user(), this.#rows.session(session, at)];
    return user && live && { login, session: live, identity: user.identity, began: user.began };
  }

  #storeDeparture(departure: Departure, at: number): void {
    this.#store.change(() => this.#departures.add(departure, at));
    const due = this.#departures.nextDue();
    if (due !== undefined) this.#store.wakeBy(due, at);
  }

  /** Whether the object no longer contains any data that must stay stored, except in its outboxes. */
  #isOver(at: number): boolean {
    return (this.#nextDue() ?? at) <= at;
  }

  #disconnected(): Disconnected | undefined {
    return this.#kv.get<Disconnected>(disconnectedKey);
  }

  /** Returns the time of the next task, when a session, the retention period, or a mark expires. */
  #nextDue(): number | undefined {
    const [next] = this.#sql.exec<{ at: number | null }>('SELECT min(expires) AS at FROM sessions');
    const [user, disconnected] = [this.#rows.user(), this.#disconnected()];
    const forget = user && user.seen + this.#retention;
    const times = [next?.at ?? forget, disconnected && disconnected.at + flowLifetime];
    const due = times.filter((time) => time !== undefined);
    return due.length === 0 ? undefined : Math.min(...due);
  }

  /** Seconds for which a user without a session is stored. */
  get #retention(): number {
    return this.#settings.RETENTION_DAYS * day;
  }

  get #settings() {
    return readSettings(settings, this.env);
  }

  /** Schedules the alarm for `due`, or immediately if an index is out of date. */
  #wakeBy(due: number, at: number): void {
    this.#store.wakeBy(isIndexOutdated(this.#kv) ? at : due, at);
  }
}

const storedOf = ({ identity, owner, revision }: UserRow): StoredUser => ({
  identity,
  owner: owner ?? undefined,
  revision,
});
