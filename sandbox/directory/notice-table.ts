import type { Notice } from '../../workers/core/carrier/port.ts';

/** Maximum number of notices on a phone. */
const maxKept = 5;

/** Notices on all phones, in the directory's database. */
export class Notices {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      'CREATE TABLE IF NOT EXISTS notices (id TEXT PRIMARY KEY, phoneNo TEXT NOT NULL, notice TEXT NOT NULL)',
    );
  }

  /** Adds a notice. A notice that is sent repeatedly is stored only once. */
  add(notice: Notice): void {
    const { id, phoneNo, telcoCd } = notice;
    const values = [`${telcoCd} ${id}`, phoneNo, JSON.stringify(notice)];
    this.#sql.exec('INSERT OR IGNORE INTO notices VALUES (?, ?, ?)', ...values);
    const older = 'SELECT id FROM notices WHERE phoneNo = ?1 ORDER BY rowid DESC LIMIT -1 OFFSET ?2';
    this.#sql.exec(`DELETE FROM notices WHERE id IN (${older})`, phoneNo, maxKept);
  }

  /** Returns the notices on one phone, newest first. */
  list(phoneNo: string): Notice[] {
    return this.#sql
      .exec<{ notice: string }>('SELECT notice FROM notices WHERE phoneNo = ? ORDER BY rowid DESC', phoneNo)
      .toArray()
      .map(({ notice }) => JSON.parse(notice) as Notice);
  }
}
