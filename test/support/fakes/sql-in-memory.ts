import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** Replaces `storage.sql` of an object with SQLite in Node, as far as the workers use it. */
export class SqlInMemory {
  readonly #database: () => DatabaseSync;

  /** @param database called for each statement: an object that deletes everything continues with a new one. */
  constructor(database: () => DatabaseSync) {
    this.#database = database;
  }

  exec(query: string, ...values: SQLInputValue[]) {
    const database = this.#database();
    if (values.length === 0 && query.includes(';')) {
      database.exec(query);
      return cursorOf([], 0);
    }
    const statement = database.prepare(query);
    if (statement.columns().length > 0) return cursorOf(statement.all(...values), 0);
    return cursorOf([], Number(statement.run(...values).changes));
  }
}

const cursorOf = (rows: object[], rowsWritten: number) => {
  const plain = rows.map((row) => ({ ...row }));
  const one = () => {
    if (plain.length !== 1)
      throw new Error(`Expected exactly one result from SQL query, but got ${plain.length}`);
    return plain[0];
  };
  return { toArray: () => plain, one, rowsWritten, [Symbol.iterator]: () => plain[Symbol.iterator]() };
};
