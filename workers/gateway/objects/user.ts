import * as v from 'valibot';
import { ObjectStore } from '../../core/storage/object-store.ts';
import { now } from '../../core/worker/clock.ts';
import { readSettings } from '../../core/worker/settings.ts';
import { flowLifetime } from '../shared/gateway-lifetimes.ts';
import { IndexedByNumber, isUnsettled, noteIndex, settleIndexes } from './number-index.ts';
import { userSettings } from './user-settings.ts';
import {
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

const settings = v.object(userSettings);
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
  readonly #kv = this.ctx.storage.kv;
  readonly #sql = this.ctx.storage.sql;
  readonly #store = new ObjectStore(this.ctx, this.env, migrations);

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
    const ended = this.#store.change(() => {
      this.#remember(request, at, user);
      const { ownerChanged, replaces } = request;
      const others = replaces === undefined || ownerChanged ? [] : this.#end('id = ?', replaces);
      if (ownerChanged) others.push(...this.#end('true'));
      this.#insert(request.session, request.began);
      if (request.number !== undefined) noteIndex(this.#kv, request.number.index, request.number.plid);
      return idsOf(others);
    });
    this.#wakeBy(request.session.expires, at);
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
    if (this.#session(id, at) === undefined) return undefined;
    this.#store.wakeBy(at + this.#retention, at);
    if (which === 'this') return idsOf(this.#end('id = ?', id));
    if (which !== 'all') {
      const other = this.#sessions(at).find((session) => session.id.startsWith(which.startsWith));
      return other === undefined ? [] : idsOf(this.#end('id = ?', other.id));
    }
    return this.#store.change(() => {
      this.#sql.exec('UPDATE user SET full_sign_in_after = ?', at);
      return idsOf(this.#end('true').filter(({ expires }) => expires > at));
    });
  }

  /**
   * Forgets the user, and ends their sessions: all that began until `moment` (see {@link SignInRequest.began}). What began later stays,
   * and a sign-in under way that began before brings nothing back, even the first one of a user. It may be repeated.
   * @returns the ids of the live sessions that it ended.
   */
  disconnect(at: number, moment: number): string[] {
    const isUnderWay = moment > Date.now() - flowLifetime * 1000;
    if (!this.#store.exists() && !isUnderWay) return [];
    if ((this.#disconnected()?.moment ?? -1) >= moment) return [];
    const ended = this.#store.change(() => {
      this.#kv.put<Disconnected>(disconnectedKey, { at, moment });
      const live = this.#end('began <= ?', moment).filter(({ expires }) => expires > at);
      this.#sql.exec('DELETE FROM user WHERE began <= ? AND NOT EXISTS (SELECT 1 FROM sessions)', moment);
      if (this.#user() === undefined) noteIndex(this.#kv, null);
      return idsOf(live);
    });
    this.#wakeBy(at + flowLifetime, at);
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
  override alarm(): Promise<void> {
    return this.#store.woken(async () => {
      const at = await now(this.env);
      if (!this.#store.exists()) return;
      this.#sql.exec('DELETE FROM sessions WHERE expires <= ?', at);
      const disconnected = this.#disconnected();
      if (disconnected !== undefined && disconnected.at + flowLifetime <= at)
        this.#kv.delete(disconnectedKey);
      if (this.#isOver(at)) noteIndex(this.#kv, null);
      if (!(await settleIndexes(this.#kv, this.env))) this.#store.wakeBy(at + indexRetry, at);
      else if (this.#isOver(at)) await this.#store.deleteAll();
      else this.#store.wakeBy(this.#nextDue() ?? at, at);
    });
  }

  /** Whether there is nothing to keep any more. */
  #isOver(at: number): boolean {
    return (this.#nextDue() ?? at) <= at;
  }

  #user(): UserRow | undefined {
    if (!this.#store.exists()) return undefined;
    return this.#sql.exec<UserRow>(`SELECT ${userColumns} FROM user`).toArray()[0];
  }

  #disconnected(): Disconnected | undefined {
    return this.#kv.get<Disconnected>(disconnectedKey);
  }

  #session(id: string, at: number): StoredSession | undefined {
    if (!this.#store.exists()) return undefined;
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
    const isSame = identity === undefined && (owner ?? user?.owner) === user?.owner;
    if (automatic && user !== undefined && isSame && user.seen > at - day) return;
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

  /** @param which a condition in SQL. @returns the sessions that it has deleted. */
  #end(which: string, ...values: SqlStorageValue[]): EndedSession[] {
    const query = `DELETE FROM sessions WHERE ${which} RETURNING id, expires`;
    return this.#sql.exec<EndedSession>(query, ...values).toArray();
  }

  /** When there is something to do next: a session expires, the user has not been seen for long, a mark is over. */
  #nextDue(): number | undefined {
    const [next] = this.#sql.exec<{ at: number | null }>('SELECT min(expires) AS at FROM sessions');
    const [user, disconnected] = [this.#user(), this.#disconnected()];
    const forget = user && user.seen + this.#retention;
    const times = [next?.at ?? forget, disconnected && disconnected.at + flowLifetime];
    const due = times.filter((time) => time !== undefined);
    return due.length === 0 ? undefined : Math.min(...due);
  }

  /** How long a user without a session is remembered, in seconds. */
  get #retention(): number {
    return readSettings(settings, this.env).RETENTION_DAYS * day;
  }

  /** At once where an index is out of date. */
  #wakeBy(due: number, at: number): void {
    this.#store.wakeBy(isUnsettled(this.#kv) ? at : due, at);
  }
}

type EndedSession = Pick<SessionRow, 'id' | 'expires'>;
const idsOf = (sessions: readonly EndedSession[]): string[] => sessions.map(({ id }) => id);
