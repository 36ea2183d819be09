import * as v from 'valibot';
import { ensureTables, openTables } from '../../core/storage/schema.ts';
import { alarmTime, now } from '../../core/worker/clock.ts';
import { readSettings } from '../../core/worker/settings.ts';
import { flowLifetime } from '../shared/gateway-lifetimes.ts';
import { retentionSetting } from '../shared/gateway-settings.ts';
import { IndexedByNumber, settleIndexes } from './number-index.ts';
import {
  type Listing,
  listingKey,
  migrations,
  type SessionRow,
  type SignInRequest,
  type SignInResult,
  type StoredSession,
  type StoredUser,
  sessionColumns,
  type UserRecordAtRest,
  type UserRow,
  userColumns,
} from './user-tables.ts';

const settings = v.object({ RETENTION_DAYS: retentionSetting });
const day = 86_400;

/** Where the object keeps that the user was disconnected, for as long as a sign-in of before may still be under way. */
const disconnectedKey = 'disconnected';
type Disconnected = { at: number; moment: number };

/** When an index that has failed is asked again, in seconds. */
const indexRetry = 60;

/**
 * One user of the application, by plid: their identity (sealed: the object cannot read it), and their sessions. Every
 * method decides in one transaction. A call to the object of a user who never signed in stores nothing.
 */
export class User extends IndexedByNumber {
  readonly #storage = this.ctx.storage;
  readonly #sql = this.ctx.storage.sql;

  /** What a sign-in is based on. */
  stored(): StoredUser | undefined {
    const user = this.#user();
    return user && { identity: user.identity, owner: user.owner ?? undefined, revision: user.revision };
  }

  /** Opens a session. `request.identity` replaces the stored one, unless another sign-in has changed it meanwhile. */
  signIn(request: SignInRequest, at: number): SignInResult {
    const disconnected = this.#disconnected();
    if (disconnected !== undefined && request.began <= disconnected.moment)
      return { outcome: 'disconnected' };
    const user = this.#user();
    if ((user?.revision ?? 0) !== request.revision) return { outcome: 'changed' };
    if (request.automatic && user?.full_sign_in_after != null) return { outcome: 'full_sign_in_required' };
    const ended = this.#storage.transactionSync(() => {
      ensureTables(this.#storage, migrations);
      this.#remember(request, at, user);
      const others = request.ownerChanged ? this.#endAll() : this.#end(request.replaces ?? '');
      this.#insert(request.session, request.began);
      if (request.number !== undefined) this.#listIn(request.number.index, request.number.plid);
      return others;
    });
    this.#scheduleAlarm(at);
    return { outcome: 'signed_in', ended };
  }

  /** A live session, with the user's identity. Once a day it is noted that they were seen. */
  session(id: string, at: number): (StoredSession & { identity: string }) | undefined {
    const [user, session] = [this.#user(), this.#session(id, at)];
    if (user === undefined || session === undefined) return undefined;
    if (user.seen <= at - day) this.#sql.exec('UPDATE user SET seen = ?', at);
    return { ...session, identity: user.identity };
  }

  /** All live sessions, the latest first; undefined where the asking session has ended. */
  sessions(id: string, at: number): StoredSession[] | undefined {
    return this.#session(id, at) && this.#sessions(at);
  }

  /**
   * Ends sessions. @param id of the session that asks. @param which itself, all of the user's, or the one whose id begins so.
   * @returns the ids of the live ones that it ended; undefined where the asking one is not live.
   */
  logOut(id: string, which: 'this' | 'all' | { startsWith: string }, at: number): string[] | undefined {
    const live = this.sessions(id, at);
    if (live === undefined) return undefined;
    if (which === 'this') return this.#end(id);
    if (which !== 'all') {
      const other = live.find((session) => session.id.startsWith(which.startsWith));
      return other === undefined ? [] : this.#end(other.id);
    }
    return this.#storage.transactionSync(() => {
      this.#sql.exec('UPDATE user SET full_sign_in_after = ?', at);
      this.#endAll();
      return live.map((session) => session.id);
    });
  }

  /**
   * Forgets the user, and ends their sessions: all that began until `moment` (see {@link SignInRequest.began}). What began later stays,
   * and a sign-in under way that began before brings nothing back, even the first one of a user. It may be repeated.
   * @returns the ids of the live sessions that it ended.
   */
  disconnect(at: number, moment: number): string[] {
    const isUnderWay = moment > Date.now() - flowLifetime * 1000;
    const isKnown = openTables(this.#storage, migrations);
    if (!isKnown && !isUnderWay) return [];
    if ((this.#disconnected()?.moment ?? -1) >= moment) return [];
    const ended = this.#storage.transactionSync(() => {
      ensureTables(this.#storage, migrations);
      this.#storage.kv.put<Disconnected>(disconnectedKey, { at, moment });
      const sessions = this.#sql.exec<Pick<SessionRow, 'id' | 'expires'>>(
        'DELETE FROM sessions WHERE began <= ? RETURNING id, expires',
        moment,
      );
      const live = sessions.toArray().filter(({ expires }) => expires > at);
      this.#sql.exec('DELETE FROM user WHERE began <= ? AND NOT EXISTS (SELECT 1 FROM sessions)', moment);
      if (this.#user() === undefined) this.#listIn(null);
      return live.map(({ id }) => id);
    });
    this.#scheduleAlarm(at);
    return ended;
  }

  /** Everything that is stored of the user, for the operator; undefined where nothing is. */
  record(at: number): UserRecordAtRest | undefined {
    const [user, disconnected] = [this.#user(), this.#disconnected()?.at];
    if (user === undefined && disconnected === undefined) return undefined;
    return {
      identity: user?.identity,
      seen: user?.seen,
      fullSignInAfter: user?.full_sign_in_after ?? undefined,
      disconnected,
      sessions: this.#sessions(at),
    };
  }

  /** Deletes expired sessions; then the user, where they were not seen for RETENTION_DAYS; then all. */
  override async alarm(): Promise<void> {
    const at = await now(this.env);
    if (!openTables(this.#storage, migrations)) return;
    this.#sql.exec('DELETE FROM sessions WHERE expires <= ?', at);
    const disconnected = this.#disconnected();
    if (disconnected !== undefined && disconnected.at + flowLifetime <= at)
      this.#storage.kv.delete(disconnectedKey);
    if (this.#isOver(at)) this.#listIn(null);
    if (!(await settleIndexes(this.#storage, this.env)))
      await this.#storage.setAlarm(alarmTime(this.env, at + indexRetry));
    else if (this.#isOver(at)) await this.#storage.deleteAll();
    else this.#scheduleAlarm(at);
  }

  /** Whether there is nothing to keep any more. */
  #isOver(at: number): boolean {
    return (this.#nextAlarm() ?? at) <= at;
  }

  /** Notes in which index the user must be listed; right afterwards the alarm sees to it. @param index its name; null for none. */
  #listIn(index: string | null, plid = ''): void {
    const before = this.#listing();
    if (index === (before?.index ?? null)) return;
    const listed = new Set([...(before?.listed ?? []), ...(index === null ? [] : [index])]);
    const listing = { plid: before?.plid ?? plid, index, listed: [...listed], settled: false };
    this.#storage.kv.put<Listing>(listingKey, listing);
  }

  #listing(): Listing | undefined {
    return this.#storage.kv.get<Listing>(listingKey);
  }

  #user(): UserRow | undefined {
    if (!openTables(this.#storage, migrations)) return undefined;
    return this.#sql.exec<UserRow>(`SELECT ${userColumns} FROM user`).toArray()[0];
  }

  #disconnected(): Disconnected | undefined {
    return this.#storage.kv.get<Disconnected>(disconnectedKey);
  }

  #session(id: string, at: number): StoredSession | undefined {
    if (!openTables(this.#storage, migrations)) return undefined;
    const select = `SELECT ${sessionColumns} FROM sessions WHERE id = ? AND expires > ?`;
    return this.#sql.exec<SessionRow>(select, id, at).toArray()[0];
  }

  #sessions(at: number): StoredSession[] {
    const select = `SELECT ${sessionColumns} FROM sessions WHERE expires > ? ORDER BY created DESC, id`;
    return this.#sql.exec<SessionRow>(select, at).toArray();
  }

  #remember(
    { identity, owner, automatic, began }: SignInRequest,
    at: number,
    user: UserRow | undefined,
  ): void {
    const revision = (user?.revision ?? 0) + (identity === undefined ? 0 : 1);
    const after = automatic ? (user?.full_sign_in_after ?? null) : null;
    this.#sql.exec(
      `INSERT INTO user (one, ${userColumns}) VALUES (1, ?, ?, ?, ?, ?, ?) ON CONFLICT (one) DO UPDATE SET
         identity = excluded.identity, owner = excluded.owner, revision = excluded.revision, seen = excluded.seen,
         full_sign_in_after = excluded.full_sign_in_after, began = excluded.began`,
      ...[identity ?? user?.identity ?? '', owner ?? user?.owner ?? null, revision, at, after],
      automatic ? (user?.began ?? began) : began,
    );
  }

  #insert({ id, agent, autoLoginYn, autoStatusCheck, created, expires }: StoredSession, began: number): void {
    this.#sql.exec(
      `INSERT INTO sessions (${sessionColumns}, began) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[id, agent, autoLoginYn, autoStatusCheck, created, expires, began],
    );
  }

  #end(id: string): string[] {
    const deleted = this.#sql.exec<{ id: string }>('DELETE FROM sessions WHERE id = ? RETURNING id', id);
    return deleted.toArray().map((row) => row.id);
  }

  #endAll(): string[] {
    return this.#sql
      .exec<{ id: string }>('DELETE FROM sessions RETURNING id')
      .toArray()
      .map((row) => row.id);
  }

  /** When there is something to do next: a session expires, the user has not been seen for long, a mark is over. */
  #nextAlarm(): number | undefined {
    const { RETENTION_DAYS } = readSettings(settings, this.env);
    const [next] = this.#sql.exec<{ at: number | null }>('SELECT min(expires) AS at FROM sessions');
    const user = this.#user();
    const forget = user === undefined ? undefined : user.seen + RETENTION_DAYS * day;
    const disconnected = this.#disconnected();
    const times = [
      next?.at ?? forget,
      disconnected === undefined ? undefined : disconnected.at + flowLifetime,
    ];
    const due = times.filter((time): time is number => time !== undefined);
    return due.length === 0 ? undefined : Math.min(...due);
  }

  #scheduleAlarm(at: number): void {
    const next = this.#listing()?.settled === false ? at : this.#nextAlarm();
    if (next !== undefined) void this.#storage.setAlarm(alarmTime(this.env, next));
  }
}
