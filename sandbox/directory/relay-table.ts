import type { Relay } from '../relay/relay.ts';

/** Maximum number of stored relays. */
const maxKept = 20;

/** Started relays, in the directory's database. */
export class Relays {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec('CREATE TABLE IF NOT EXISTS relays (id TEXT PRIMARY KEY, relay TEXT NOT NULL)');
  }

  /** Adds a relay, or replaces the stored relay with the same ID. */
  keep(relay: Relay): void {
    const query = 'INSERT INTO relays VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET relay = excluded.relay';
    this.#sql.exec(query, relay.id, JSON.stringify(relay));
    const older = 'SELECT id FROM relays ORDER BY rowid DESC LIMIT -1 OFFSET ?';
    this.#sql.exec(`DELETE FROM relays WHERE id IN (${older})`, maxKept);
  }

  find(id: string): Relay | undefined {
    const [row] = this.#sql.exec<{ relay: string }>('SELECT relay FROM relays WHERE id = ?', id);
    return row && (JSON.parse(row.relay) as Relay);
  }
}
