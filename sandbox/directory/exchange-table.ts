import type { Exchange } from '../exchanges/exchange.ts';

/** Maximum number of stored exchanges. */
const maxKept = 300;

/** Recorded requests of applications and responses of the service, in the directory's database. */
export class Exchanges {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`
      CREATE TABLE IF NOT EXISTS wire (
        id INTEGER PRIMARY KEY, step TEXT NOT NULL, request TEXT NOT NULL, response TEXT NOT NULL
      );`);
  }

  record({ step, request, response }: Exchange): void {
    this.#sql.exec('INSERT INTO wire (step, request, response) VALUES (?, ?, ?)', step, request, response);
    this.#sql.exec('DELETE FROM wire WHERE id <= (SELECT max(id) FROM wire) - ?', maxKept);
  }

  /** Returns all stored exchanges, in order. */
  all(): Exchange[] {
    type Row = Exchange & Record<string, SqlStorageValue>;
    return this.#sql.exec<Row>('SELECT step, request, response FROM wire ORDER BY id').toArray();
  }
}
