import type { Exchange } from '../wire/exchange.ts';

/** How many exchanges are kept. */
const maxKept = 300;

type ExchangeRow = { step: Exchange['step']; request: string; response: string };

/** The requests and answers between applications and the service, by login, in the directory's database. */
export class Wire {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`
      CREATE TABLE IF NOT EXISTS exchanges (
        id INTEGER PRIMARY KEY, login TEXT NOT NULL, step TEXT NOT NULL, request TEXT NOT NULL, response TEXT NOT NULL
      );
      CREATE TABLE IF NOT EXISTS login_keys (key TEXT PRIMARY KEY, login TEXT NOT NULL, exchange INTEGER NOT NULL);`);
  }

  /** A plid belongs to many logins: it names only the latest of them, and never joins two. The other keys join the requests of
   * one login. */
  record({ step, request, response, keys }: Exchange): void {
    const joining = step === 'disconnect' ? keys : keys.filter((key) => !key.startsWith('plid '));
    const [login = crypto.randomUUID()] = joining.flatMap((key) => this.#loginOf(key));
    const values = [login, step, request, response];
    this.#sql.exec('INSERT INTO exchanges (login, step, request, response) VALUES (?, ?, ?, ?)', ...values);
    for (const key of keys) {
      this.#sql.exec(
        'INSERT OR REPLACE INTO login_keys SELECT ?, ?, max(id) FROM exchanges',
        ...[key, login],
      );
    }
    this.#forgetOld();
  }

  /** All that are kept, in their order. */
  all(): Exchange[] {
    return this.#sql
      .exec<ExchangeRow>('SELECT step, request, response FROM exchanges ORDER BY id')
      .toArray()
      .map((row) => ({ ...row, keys: [] }));
  }

  /** Those of the latest login of a plid. */
  latest(plid: string): Exchange[] {
    const [login] = this.#loginOf(`plid ${plid}`);
    if (login === undefined) return [];
    return this.#sql
      .exec<ExchangeRow>('SELECT step, request, response FROM exchanges WHERE login = ? ORDER BY id', login)
      .toArray()
      .map((row) => ({ ...row, keys: [] }));
  }

  #loginOf(key: string): string[] {
    const rows = this.#sql.exec<{ login: string }>('SELECT login FROM login_keys WHERE key = ?', key);
    return rows.toArray().map(({ login }) => login);
  }

  #forgetOld(): void {
    this.#sql.exec('DELETE FROM exchanges WHERE id <= (SELECT max(id) FROM exchanges) - ?', maxKept);
    this.#sql.exec('DELETE FROM login_keys WHERE exchange <= (SELECT max(id) FROM exchanges) - ?', maxKept);
  }
}
