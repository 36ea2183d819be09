import { DurableObject } from 'cloudflare:workers';
import type { YesNo } from '../../core/protocol/user-record.ts';
import { ensureTables, openTables } from '../../core/storage/schema.ts';
import { alarmTime, type ClockBinding, now } from '../../core/worker/clock.ts';
import { accountClientId } from '../shared/account-client.ts';
import {
  type Consent,
  covers,
  deleteConsents,
  keepConsent,
  readConsent,
  readConsents,
  readEarlierConsents,
} from '../shared/consents.ts';
import {
  accessTokenLifetime,
  automaticLoginLifetime,
  codeLifetime,
  signInLifetime,
  terminatedAccountLifetime,
} from '../shared/service-lifetimes.ts';
import { AccountOutbox, type EventEnv } from './account-outbox.ts';
import {
  type AccountEnding,
  type AccountOverview,
  type AutomaticGrantRequest,
  type AutomaticGrantResult,
  accountMigrations,
  type DeviceRow,
  type EndedInAccount,
  type GrantRequest,
  type GrantResult,
  type GrantRow,
  grantColumns,
  type ReadableGrant,
  type StoredAccount,
} from './account-tables.ts';

/**
 * One registration of a person, by plid: what they agreed to, where they log in automatically, and the grants made
 * for applications (authorization code, then access token). Every method decides without awaiting anything, so
 * that no other call runs in between: this is what makes single use exact.
 */
export class Account extends DurableObject<ClockBinding & EventEnv> {
  readonly #sql = this.ctx.storage.sql;
  readonly #outbox = new AccountOutbox(this.ctx, this.env);

  /** Grants a full sign-in: the code that names this grant may be redeemed once. */
  grant(request: GrantRequest, at: number): GrantResult {
    const { id, client_id, agreed, device } = request;
    if (this.ctx.storage.kv.get('terminated') !== undefined) return { outcome: 'terminated' };
    const existing = this.#grant(id);
    if (existing !== undefined) return repeated(existing, at);
    const needsConsent = !agreed && client_id !== accountClientId;
    if (needsConsent && !covers(this.#consent(client_id), request)) return { outcome: 'unconsented' };

    ensureTables(this.ctx.storage, accountMigrations);
    this.#noteNumber(request.phone);
    if (agreed) keepConsent(this.#sql, request, at);
    const automatic = request.automaticLogin ?? (this.#isLive(client_id, device, at) ? 'Y' : 'N');
    if (request.automaticLogin !== undefined || automatic === 'Y') this.#forgetDevice(client_id, device);
    if (automatic === 'Y') this.#insertDevice(request, at);
    this.#insertGrant(request, { auto_login: automatic, auto_status: automatic }, at);
    return { outcome: 'granted', automatic: automatic === 'Y' };
  }

  /** Grants an automatic login that is not the first: its record carries no identity (§2.1 mode 2). */
  grantAutomatically(request: AutomaticGrantRequest, at: number): AutomaticGrantResult {
    const { id, client_id, device } = request;
    if (!this.#isLive(client_id, device, at)) return 'refused';
    if (!covers(this.#consent(client_id), request)) return 'unconsented';
    this.#insertGrant({ id, client_id, identity: null }, { auto_login: 'Y', auto_status: 'N' }, at);
    return 'granted';
  }

  /**
   * Redeems a code. A second time ends the grant, and with it the token that was made from the code
   * (RFC 6749 §4.1.2).
   */
  redeem(id: string, client_id: string, at: number): 'redeemed' | 'replayed' | 'unknown' {
    const grant = this.#grant(id);
    if (grant === undefined || grant.client_id !== client_id || grant.ended) return 'unknown';
    if (grant.redeemed) {
      this.#end(id);
      return 'replayed';
    }
    if (grant.expires <= at) return 'unknown';
    this.#sql.exec('UPDATE grants SET redeemed = 1, expires = ? WHERE id = ?', at + accessTokenLifetime, id);
    return 'redeemed';
  }

  /** The identity and flags behind an access token, while it is good. @param once whether this is the only read. */
  read(id: string, client_id: string, once: boolean, at: number): ReadableGrant | undefined {
    const grant = this.#readable(id, client_id, at);
    if (grant === undefined) return undefined;
    if (once) this.#end(id);
    const { identity, auto_login, auto_status } = grant;
    const agreed = this.#consent(client_id)?.attributes ?? [];
    return { identity, flags: { autoLoginYn: auto_login, autoStatusCheck: auto_status }, agreed };
  }

  /**
   * Ends everything between the person and an application (§4.4), all parts of which are told so. The row of a grant stays
   * until its sign-in has expired: a form of that sign-in, sent again, must not recreate the grant and with it codes and
   * tokens that have ended.
   * @param at left out by the workers of release 0.2. @returns whether there was anything.
   */
  disconnect(client_id: string, at = Math.floor(Date.now() / 1000)): boolean {
    if (this.#consent(client_id) === undefined) return false;
    deleteConsents(this.#sql, client_id);
    this.#sql.exec('DELETE FROM devices WHERE client_id = ?', client_id);
    this.#sql.exec('UPDATE grants SET ended = 1, identity = NULL WHERE client_id = ?', client_id);
    this.#outbox.add('tokens-revoked', [client_id], at);
    this.#scheduleAlarm(at);
    return true;
  }

  /** The automatic logins that are in force. */
  automaticLogins(at: number): DeviceRow[] {
    if (!this.#exists()) return [];
    const query =
      'SELECT id, client_id, started, expires, agent FROM devices WHERE expires > ? ORDER BY started';
    return this.#sql.exec<DeviceRow>(query, at).toArray();
  }

  /** Switches automatic login off for an application, on every device. @returns whether it was on. */
  endAutomaticLogins(client_id: string): boolean {
    if (!this.#exists()) return false;
    const deleted = this.#sql.exec('DELETE FROM devices WHERE client_id = ? RETURNING id', client_id);
    return deleted.toArray().length > 0;
  }

  /** The applications that the person is connected with. Objects of release 0.2 asked for a consent to the account's own pages as well. */
  connections(): Consent[] {
    if (!this.#exists()) return [];
    return readConsents(this.#sql).filter(({ client_id }) => client_id !== accountClientId);
  }

  /** Everything that is stored about the person; undefined where nothing is. */
  stored(at: number): StoredAccount | undefined {
    const terminated = this.ctx.storage.kv.get<number>('terminated');
    const nothing = {
      phone: undefined,
      consents: [],
      earlierConsents: [],
      automaticLogins: [],
      events: [],
      terminated,
    };
    if (!this.#exists())
      return terminated === undefined ? undefined : { ...nothing, grants: { codes: 0, tokens: 0, ended: 0 } };
    const [grants] = this.#sql.exec<StoredAccount['grants']>(
      `SELECT count(*) FILTER (WHERE live AND NOT redeemed) AS codes, count(*) FILTER (WHERE live AND redeemed) AS tokens,
         count(*) FILTER (WHERE NOT live) AS ended
       FROM (SELECT redeemed, NOT ended AND expires > ? AS live FROM grants)`,
      at,
    );
    return {
      phone: this.ctx.storage.kv.get<string>('phone'),
      consents: this.connections(),
      earlierConsents: readEarlierConsents(this.#sql),
      automaticLogins: this.automaticLogins(at).map(({ id: _, ...login }) => login),
      grants: grants ?? { codes: 0, tokens: 0, ended: 0 },
      events: this.#outbox.list(),
      terminated,
    };
  }

  /** What the person sees at `/account`. @param session their grant there. @returns undefined once that has ended. */
  overview(session: string, at: number): AccountOverview | undefined {
    const grant = this.#readable(session, accountClientId, at);
    if (grant === undefined) return undefined;
    return {
      ends: grant.expires,
      connections: this.connections(),
      automaticLogins: this.automaticLogins(at),
    };
  }

  /** Ends what the person chose at `/account`. @returns what has ended; undefined where their session had ended before. */
  endInSession(session: string, ending: AccountEnding, at: number): EndedInAccount | undefined {
    if (this.#readable(session, accountClientId, at) === undefined) return undefined;
    const { what } = ending;
    if (what === 'session') this.#end(session);
    const chosen = this.connections().filter(
      ({ client_id }) => what === 'connections' || (what === 'connection' && client_id === ending.client_id),
    );
    for (const { client_id } of chosen) this.disconnect(client_id, at);
    const device = what === 'device' ? ending.id : null;
    const deleted = this.#sql.exec<{ client_id: string }>(
      'DELETE FROM devices WHERE id = ? RETURNING client_id',
      device,
    );
    return {
      disconnected: chosen.map(({ client_id }) => client_id),
      automaticLogins: deleted.toArray().map(({ client_id }) => client_id),
    };
  }

  /**
   * The person has left: deletes everything but the events for the applications where they were connected, and a mark that
   * refuses grants of sign-ins still under way.
   */
  terminate(at: number): void {
    if (this.#exists()) {
      const applications = this.connections().map(({ client_id }) => client_id);
      for (const table of ['consents', 'earlier_consents', 'devices', 'grants'])
        this.#sql.exec(`DELETE FROM ${table}`);
      this.#outbox.add('account-purged', applications, at);
    }
    this.ctx.storage.kv.delete('phone');
    this.ctx.storage.kv.put('terminated', at);
    this.#scheduleAlarm(at);
  }

  /** Sends the events that are due, and deletes what has expired. */
  override async alarm(): Promise<void> {
    const at = await now(this.env);
    if (this.#exists()) {
      await this.#outbox.deliver(at);
      this.#sql.exec('DELETE FROM grants WHERE expires <= ?', at - signInLifetime);
      this.#sql.exec('DELETE FROM devices WHERE expires <= ?', at);
    }
    const terminated = this.ctx.storage.kv.get<number>('terminated') ?? at;
    const isForgotten = terminated + terminatedAccountLifetime <= at && this.#dueInTables() === undefined;
    if (isForgotten) await this.ctx.storage.deleteAll();
    else this.#scheduleAlarm(at);
  }

  /** A plid that was never issued has no tables, and reading it creates none. */
  #exists(): boolean {
    return openTables(this.ctx.storage, accountMigrations);
  }

  #consent(client_id: string): Consent | undefined {
    return this.#exists() ? readConsent(this.#sql, client_id) : undefined;
  }

  #noteNumber(phone: string | undefined): void {
    const { kv } = this.ctx.storage;
    if (phone !== undefined && kv.get('phone') !== phone) kv.put('phone', phone);
  }

  #grant(id: string): GrantRow | undefined {
    if (!this.#exists()) return undefined;
    return this.#sql.exec<GrantRow>(`SELECT ${grantColumns} FROM grants WHERE id = ?`, id).toArray()[0];
  }

  #readable(id: string, client_id: string, at: number): GrantRow | undefined {
    const grant = this.#grant(id);
    return grant?.redeemed && !grant.ended && grant.expires > at && grant.client_id === client_id
      ? grant
      : undefined;
  }

  #isLive(client_id: string, device: string | undefined, at: number): boolean {
    if (device === undefined || !this.#exists()) return false;
    const query = 'SELECT 1 FROM devices WHERE id = ? AND client_id = ? AND expires > ?';
    return this.#sql.exec(query, device, client_id, at).toArray().length > 0;
  }

  #forgetDevice(client_id: string, device: string | undefined): void {
    this.#sql.exec('DELETE FROM devices WHERE id = ? AND client_id = ?', device ?? null, client_id);
  }

  #insertDevice({ id, client_id, agent }: GrantRequest, at: number): void {
    this.#sql.exec(
      'INSERT INTO devices (id, client_id, started, expires, agent) VALUES (?, ?, ?, ?, ?)',
      ...[id, client_id, at, at + automaticLoginLifetime, agent ?? null],
    );
  }

  #insertGrant(
    { id, client_id, identity }: Pick<GrantRow, 'id' | 'client_id' | 'identity'>,
    { auto_login, auto_status }: Record<'auto_login' | 'auto_status', YesNo>,
    at: number,
  ): void {
    this.#sql.exec(
      'INSERT INTO grants (id, client_id, identity, auto_login, auto_status, expires) VALUES (?, ?, ?, ?, ?, ?)',
      ...[id, client_id, identity, auto_login, auto_status, at + codeLifetime],
    );
    this.#scheduleAlarm(at);
  }

  /** The identity goes at once; the row stays until it expires, so that a replay is still recognised as one. */
  #end(id: string): void {
    this.#sql.exec('UPDATE grants SET ended = 1, identity = NULL WHERE id = ?', id);
  }

  /** When a row has to be looked at: of the grants, once no copy of the cookie of its sign-in is left. */
  #dueInTables(): number | undefined {
    if (!this.#exists()) return undefined;
    const [row] = this.#sql.exec<{ next: number | null }>(
      `SELECT min(due) AS next FROM (
         SELECT expires + ? AS due FROM grants UNION ALL SELECT expires FROM devices UNION ALL SELECT due FROM events
       )`,
      signInLifetime,
    );
    return row?.next ?? undefined;
  }

  /** A terminated account has nothing in its tables but events: its mark stays until these are gone, and longer. */
  #scheduleAlarm(at: number): void {
    const terminated = this.ctx.storage.kv.get<number>('terminated');
    const next = this.#dueInTables() ?? (terminated && terminated + terminatedAccountLifetime);
    if (next === undefined) return;
    void this.ctx.storage.setAlarm(next <= at ? Date.now() : alarmTime(this.env, next));
  }
}

/** A form of the sign-in was sent twice: the same code again, while it is good and was not redeemed. */
function repeated(grant: GrantRow, at: number): GrantResult {
  if (grant.redeemed || grant.ended || grant.expires <= at) return { outcome: 'spent' };
  return { outcome: 'granted', automatic: grant.auto_login === 'Y' };
}
