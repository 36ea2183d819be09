import { DurableObject } from 'cloudflare:workers';

export { Phone } from './service-phone.ts';

/**
 * The limit for `Account`: the same promises with the fewest SQL statements. A code is redeemed once, and a second time ends its grant; consent is
 * asked for; expired rows go. It has no migrations, no events and no pages of a person.
 */

const tables = `
  CREATE TABLE consents (
    client_id TEXT PRIMARY KEY, attributes TEXT NOT NULL, agreed INTEGER NOT NULL, agreement TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE devices (
    id TEXT PRIMARY KEY, client_id TEXT NOT NULL, started INTEGER NOT NULL, expires INTEGER NOT NULL, agent TEXT,
    generation INTEGER NOT NULL DEFAULT 0, former INTEGER, renewed INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE grants (
    id TEXT PRIMARY KEY, client_id TEXT NOT NULL, identity TEXT, auto_login TEXT NOT NULL, auto_status TEXT NOT NULL,
    redeemed INTEGER NOT NULL DEFAULT 0, ended INTEGER NOT NULL DEFAULT 0, expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`;

const insertGrant =
  'INSERT INTO grants (id, client_id, identity, auto_login, auto_status, expires) VALUES (?, ?, ?, ?, ?, ?)';

interface GrantRequest {
  id: string;
  client_id: string;
  asked: string[];
  identity: string;
  agreed: boolean;
  agreement?: object;
  automaticLogin: 'Y' | 'N';
  agent: string;
  /** The name of the number's object, and from where the browser asks: of a sign-in by its steps. */
  phone?: string;
  from?: object;
}

interface AutomaticGrantRequest {
  id: string;
  client_id: string;
  device: string;
  /** Of the cookie. */
  generation: number;
  asked: string[];
  terms?: Record<string, string>;
}

/** How long rows stay after they expire, the lifetimes of a code, a token and a device, and how long its cookie is not renewed, in seconds. */
const [kept, codeLifetime, tokenLifetime, deviceLifetime, pause] = [600, 60, 600, 14 * 86_400, 60];

type Consented = { attributes: string; agreement: string | null };
type Device = { expires: number; generation: number; former: number | null; renewed: number | null };

export class Account extends DurableObject {
  readonly #sql = this.ctx.storage.sql;
  readonly #kv = this.ctx.storage.kv;
  #exists = this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'grants'").toArray().length > 0;
  /** Whether an alarm is set: it runs no later than the next row expires, and sets the next one. */
  #isAlarmed = false;

  grant(
    {
      id,
      client_id,
      asked,
      identity,
      agreed,
      agreement,
      automaticLogin = 'N',
      agent,
      phone,
      from,
    }: GrantRequest,
    at: number,
  ) {
    if (!agreed && (!this.#exists || !this.#consent(client_id))) {
      this.#kv.put(`held ${id}`, identity);
      this.#alarmAt(at);
      return { outcome: 'unconsented' };
    }
    if (!this.#exists) this.#sql.exec(tables);
    this.#exists = true;
    if (agreed) {
      const consent = [client_id, JSON.stringify(asked), at, agreement ? JSON.stringify(agreement) : null];
      this.#sql.exec('INSERT OR REPLACE INTO consents VALUES (?, ?, ?, ?)', ...consent);
      this.#kv.delete(`held ${id}`);
    }
    if (phone !== undefined && this.#kv.get('phone') !== phone) this.#kv.put('phone', phone);
    if (from !== undefined) {
      const latest = this.#kv.get<object[]>('sign-ins') ?? [];
      this.#kv.put('sign-ins', [{ client_id, at, agent, ...from }, ...latest].slice(0, 10));
    }
    if (automaticLogin === 'Y') {
      const device = [id, client_id, at, at + deviceLifetime, agent];
      this.#sql.exec('INSERT OR REPLACE INTO devices VALUES (?, ?, ?, ?, ?, 0, NULL, NULL)', ...device);
    }
    this.#sql.exec(insertGrant, id, client_id, identity, automaticLogin, automaticLogin, at + codeLifetime);
    this.#alarmAt(at);
    return { outcome: 'granted' };
  }

  held(id: string): string | undefined {
    return this.#kv.get<string>(`held ${id}`);
  }

  grantAutomatically({ id, client_id, device, generation, asked, terms }: AutomaticGrantRequest, at: number) {
    if (!this.#exists) return 'refused';
    const [row] = this.#sql.exec<Consented & Device>(
      `SELECT attributes, agreement, expires, generation, former, renewed FROM devices JOIN consents USING (client_id)
       WHERE devices.id = ? AND client_id = ? AND expires > ?`,
      ...[device, client_id, at],
    );
    if (row === undefined) return 'refused';
    if (generation !== row.generation && generation !== row.former) {
      this.#sql.exec('DELETE FROM devices WHERE id = ?', device);
      return 'copied';
    }
    const agreed: string[] = JSON.parse(row.attributes);
    const read = row.agreement === null ? undefined : JSON.parse(row.agreement).terms;
    const hasReadTerms = terms === undefined || read === terms.ko || read === terms.en;
    if (!hasReadTerms || !asked.every((attribute) => agreed.includes(attribute))) return 'unconsented';
    const isRenewed = row.renewed === null || at >= row.renewed + pause;
    if (isRenewed)
      this.#sql.exec(
        'UPDATE devices SET generation = generation + 1, former = ?, renewed = ? WHERE id = ?',
        ...[generation, at, device],
      );
    this.#sql.exec(insertGrant, id, client_id, null, 'Y', 'N', at + codeLifetime);
    this.#alarmAt(at);
    return { generation: row.generation + (isRenewed ? 1 : 0), expires: row.expires };
  }

  redeem(id: string, client_id: string, at: number) {
    if (!this.#exists) return 'unknown';
    const redeemed = this.#sql.exec(
      `UPDATE grants SET redeemed = 1, expires = ?
       WHERE id = ? AND client_id = ? AND redeemed = 0 AND ended = 0 AND expires > ?`,
      ...[at + tokenLifetime, id, client_id, at],
    );
    if (redeemed.rowsWritten > 0) return 'redeemed';
    const ended = this.#sql.exec(
      'UPDATE grants SET ended = 1, identity = NULL WHERE id = ? AND client_id = ? AND redeemed = 1 AND ended = 0',
      ...[id, client_id],
    );
    return ended.rowsWritten > 0 ? 'replayed' : 'unknown';
  }

  read(id: string, client_id: string, once: boolean, at: number) {
    if (!this.#exists) return undefined;
    const [row] = this.#sql.exec<{
      identity: string | null;
      auto_login: string;
      auto_status: string;
      agreed: string;
    }>(
      `SELECT identity, auto_login, auto_status, attributes AS agreed FROM grants JOIN consents USING (client_id)
       WHERE grants.id = ? AND client_id = ? AND redeemed = 1 AND ended = 0 AND expires > ?`,
      ...[id, client_id, at],
    );
    if (row === undefined) return undefined;
    if (once) this.#sql.exec('UPDATE grants SET ended = 1, identity = NULL WHERE id = ?', id);
    const flags = { autoLoginYn: row.auto_login, autoStatusCheck: row.auto_status };
    return { identity: row.identity, flags, agreed: JSON.parse(row.agreed) };
  }

  disconnect(client_id: string) {
    if (!this.#exists) return false;
    if (this.#sql.exec('DELETE FROM consents WHERE client_id = ?', client_id).rowsWritten === 0) return false;
    this.#sql.exec('DELETE FROM devices WHERE client_id = ?', client_id);
    this.#sql.exec('UPDATE grants SET ended = 1, identity = NULL WHERE client_id = ?', client_id);
    return true;
  }

  override alarm(): void {
    this.#isAlarmed = false;
    const at = Math.floor(Date.now() / 1000);
    this.#sql.exec('DELETE FROM grants WHERE expires <= ?', at - kept);
    this.#sql.exec('DELETE FROM devices WHERE expires <= ?', at);
    if (this.#sql.exec('SELECT 1 FROM grants LIMIT 1').toArray().length > 0) this.#alarmAt(at);
  }

  #consent(client_id: string): boolean {
    return this.#sql.exec('SELECT 1 FROM consents WHERE client_id = ?', client_id).toArray().length > 0;
  }

  #alarmAt(at: number): void {
    if (this.#isAlarmed) return;
    this.#isAlarmed = true;
    void this.ctx.storage.setAlarm((at + codeLifetime + kept) * 1000);
  }
}

export default { fetch: () => new Response('', { status: 404 }) };
