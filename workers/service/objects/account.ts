import { DurableObject } from 'cloudflare:workers';
import { alarmTime, type ClockBinding, now } from '../../core/clock.ts';
import type { Attribute, AutomaticLoginFlags, Identity, YesNo } from '../../core/user-record.ts';
import { accessTokenLifetime, automaticLoginLifetime, codeLifetime } from '../lifetimes.ts';
import type { AutomaticLogin, Consent, GrantRequest, GrantResult } from './account-requests.ts';
import { type GrantRow, tables } from './account-tables.ts';

/** How long a terminated account still refuses grants, in seconds: longer than any sign-in lasts. */
const tombstoneLifetime = 86_400;

interface AccountEnv extends ClockBinding {
  ACCOUNT: DurableObjectNamespace<Account>;
}

/**
 * One registration of a person, by plid: what they agreed to, where they log in automatically, and the grants made
 * for applications (authorization code, then access token). Every method decides in one step without waiting, which
 * is what makes single use exact.
 */
export class Account extends DurableObject<AccountEnv> {
  readonly #sql = this.ctx.storage.sql;

  /** What the person agreed to for an application, if they did. */
  consent(client_id: string): Consent | undefined {
    if (!this.#exists()) return undefined;
    const [row] = this.#sql.exec<Record<string, string>>(
      'SELECT * FROM consents WHERE client_id = ?',
      client_id,
    );
    if (row === undefined) return undefined;
    return { attributes: JSON.parse(row.attributes ?? '[]'), automaticLogin: row.automatic_login as YesNo };
  }

  /** Grants a full sign-in: the code that names this grant may be redeemed once. */
  grant(request: GrantRequest, at: number): GrantResult {
    const { id, client_id, asked } = request;
    if (this.ctx.storage.kv.get('terminated') !== undefined) return { outcome: 'terminated' };
    const known = this.#grant(id);
    if (known?.redeemed || known?.ended) return { outcome: 'spent' };
    if (known !== undefined) return { outcome: 'granted', automatic: known.autoLoginYn === 'Y' };
    const remembered = this.consent(client_id);
    const agreed = asked.every((attribute) => remembered?.attributes.includes(attribute));
    if (request.consent === undefined && !(remembered && agreed)) return { outcome: 'unconsented' };

    if (!this.#exists()) this.#sql.exec(tables);
    if (request.consent !== undefined) {
      const values = [client_id, JSON.stringify(asked), request.consent.automaticLogin];
      this.#sql.exec('INSERT OR REPLACE INTO consents VALUES (?, ?, ?)', ...values);
    }
    const renewed = request.device === undefined ? 'N' : remembered?.automaticLogin;
    const automatic = (request.consent?.automaticLogin ?? renewed) === 'Y';
    if (automatic) {
      const values = [id, client_id, at, at + automaticLoginLifetime];
      this.#sql.exec('DELETE FROM devices WHERE id = ?', request.device ?? id);
      this.#sql.exec('INSERT OR REPLACE INTO devices VALUES (?, ?, ?, ?)', ...values);
    }
    const flag = automatic ? 'Y' : 'N';
    this.#insertGrant(request, { autoLoginYn: flag, autoStatusCheck: flag }, at);
    return { outcome: 'granted', automatic };
  }

  /**
   * Grants an automatic login that is not the first: its record carries no identity (§2.1 mode 2).
   * Refused where the device is not, or no longer, known, or the application now asks for more than was agreed to.
   */
  grantAutomatically(
    { id, client_id, device, asked }: { id: string; client_id: string; device: string; asked: Attribute[] },
    at: number,
  ): 'granted' | 'refused' {
    const agreed = this.consent(client_id)?.attributes ?? [];
    const live = this.automaticLogins(at).some(
      (login) => login.device === device && login.client_id === client_id,
    );
    if (!live || !asked.every((attribute) => agreed.includes(attribute))) return 'refused';
    this.#insertGrant({ id, client_id, identity: {} }, { autoLoginYn: 'Y', autoStatusCheck: 'N' }, at);
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
    this.#scheduleAlarm();
    return 'redeemed';
  }

  /** The identity and flags behind an access token, while it is good. @param once whether this is the only read. */
  read(id: string, client_id: string, once: boolean, at: number) {
    const grant = this.#grant(id);
    const readable = grant?.redeemed && !grant.ended && grant.expires > at && grant.client_id === client_id;
    if (!readable) return undefined;
    if (once) this.#end(id);
    const { autoLoginYn, autoStatusCheck } = grant;
    return { identity: JSON.parse(grant.identity) as Identity, flags: { autoLoginYn, autoStatusCheck } };
  }

  /**
   * Ends everything between the person and an application (§4.4). What names a grant stays until that expires: a form of
   * its sign-in, sent once more, must not bring the grant back, and with it codes and tokens that have ended.
   * @returns whether there was anything.
   */
  disconnect(client_id: string): boolean {
    if (this.consent(client_id) === undefined) return false;
    for (const table of ['consents', 'devices']) {
      this.#sql.exec(`DELETE FROM ${table} WHERE client_id = ?`, client_id);
    }
    this.#sql.exec("UPDATE grants SET ended = 1, identity = '{}' WHERE client_id = ?", client_id);
    return true;
  }

  /** The automatic logins that are in force. */
  automaticLogins(at: number): (AutomaticLogin & { device: string })[] {
    if (!this.#exists()) return [];
    return this.#sql
      .exec<Record<string, string | number>>('SELECT * FROM devices WHERE expires > ? ORDER BY started', at)
      .toArray()
      .map((row) => ({
        device: String(row.id),
        client_id: String(row.client_id),
        started: Number(row.started),
        expires: Number(row.expires),
      }));
  }

  /** Switches automatic login off for an application, on every device. */
  endAutomaticLogins(client_id: string): void {
    if (!this.#exists()) return;
    this.#sql.exec('DELETE FROM devices WHERE client_id = ?', client_id);
    this.#sql.exec("UPDATE consents SET automatic_login = 'N' WHERE client_id = ?", client_id);
  }

  /** The person has left: nothing of them stays but a mark that refuses grants of sign-ins still under way. */
  async terminate(at: number): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.ctx.storage.kv.put('terminated', at);
    await this.ctx.storage.setAlarm(alarmTime(this.env, at + tombstoneLifetime));
  }

  /** Deletes what has expired; identity attributes thereby rest here no longer than their access token lives. */
  override async alarm(): Promise<void> {
    const at = await now(this.env);
    const terminated = this.ctx.storage.kv.get<number>('terminated');
    if (terminated !== undefined) {
      if (terminated + tombstoneLifetime <= at) await this.ctx.storage.deleteAll();
      else await this.ctx.storage.setAlarm(alarmTime(this.env, terminated + tombstoneLifetime));
      return;
    }
    if (!this.#exists()) return;
    this.#sql.exec('DELETE FROM grants WHERE expires <= ?', at);
    this.#sql.exec('DELETE FROM devices WHERE expires <= ?', at);
    this.#scheduleAlarm();
  }

  /** A plid that nobody was ever given has no tables, and asking for it leaves none behind. */
  #exists(): boolean {
    return [...this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'grants'")].length > 0;
  }

  #grant(id: string): GrantRow | undefined {
    if (!this.#exists()) return undefined;
    const [row] = this.#sql.exec<GrantRow>('SELECT * FROM grants WHERE id = ?', id);
    return row;
  }

  #insertGrant(
    { id, client_id, identity }: Pick<GrantRequest, 'id' | 'client_id' | 'identity'>,
    flags: AutomaticLoginFlags,
    at: number,
  ): void {
    this.#sql.exec(
      'INSERT OR IGNORE INTO grants (id, client_id, identity, autoLoginYn, autoStatusCheck, expires) VALUES (?, ?, ?, ?, ?, ?)',
      ...[
        id,
        client_id,
        JSON.stringify(identity),
        flags.autoLoginYn,
        flags.autoStatusCheck,
        at + codeLifetime,
      ],
    );
    this.#scheduleAlarm();
  }

  /** The identity goes at once; the row stays until it expires, so that a replay is still known as one. */
  #end(id: string): void {
    this.#sql.exec("UPDATE grants SET ended = 1, identity = '{}' WHERE id = ?", id);
  }

  #scheduleAlarm(): void {
    const [row] = this.#sql.exec<{ next: number | null }>(
      'SELECT min(expires) AS next FROM (SELECT expires FROM grants UNION ALL SELECT expires FROM devices)',
    );
    if (row?.next != null) void this.ctx.storage.setAlarm(alarmTime(this.env, row.next));
  }
}
