import { DurableObject } from 'cloudflare:workers';

/**
 * The limit for `Account` with token and user: the same guarantees with the fewest SQL statements. A code is redeemed once, and a second time ends its
 * grant; expired rows are deleted. It has no migrations and no events.
 */

const tables = `
  CREATE TABLE consents (
    client_id TEXT PRIMARY KEY, attributes TEXT NOT NULL
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
  /** Present if the user agrees. */
  agreement?: object;
  automaticLogin: 'Y' | 'N';
}

/** How long rows stay after they expire, and the lifetimes of a code and a token, in seconds. */
const [kept, codeLifetime, tokenLifetime] = [600, 60, 600];

export class Account extends DurableObject {
  readonly #sql = this.ctx.storage.sql;
  #exists = this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'grants'").toArray().length > 0;
  /** Whether an alarm is set: it runs no later than the next row expires, and sets the next one. */
  #isAlarmed = false;

  /** Makes the grants of codes and tokens before a measurement (stubs/mint-service.ts). */
  grant({ id, client_id, asked, identity, agreement, automaticLogin }: GrantRequest, at: number) {
    if (!agreement && (!this.#exists || !this.#consent(client_id))) return { outcome: 'unconsented' };
    if (!this.#exists) this.#sql.exec(tables);
    this.#exists = true;
    if (agreement)
      this.#sql.exec('INSERT OR REPLACE INTO consents VALUES (?, ?)', client_id, JSON.stringify(asked));
    this.#sql.exec(insertGrant, id, client_id, identity, automaticLogin, automaticLogin, at + codeLifetime);
    this.#alarmAt(at);
    return { outcome: 'granted' };
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

  override alarm(): void {
    this.#isAlarmed = false;
    const at = Math.floor(Date.now() / 1000);
    this.#sql.exec('DELETE FROM grants WHERE expires <= ?', at - kept);
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
