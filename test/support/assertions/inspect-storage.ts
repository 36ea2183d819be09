/** The stored contents of a Durable Object, and the time of its next alarm. */
export interface AtRest {
  /** Every row of our tables, and every key, as JSON; empty tables are left out. */
  stored: string;
  /** The time of the next alarm, in milliseconds since 1970. */
  alarm: number | null;
}

export async function inspect({ storage }: DurableObjectState): Promise<AtRest> {
  const { rows, keys } = dump(storage);
  const filled = Object.entries(rows).filter(([, found]) => found.length > 0);
  const stored = { ...Object.fromEntries(filled), ...keys };
  return { stored: JSON.stringify(stored), alarm: await storage.getAlarm() };
}

/** The contents of an object in a form that a file can hold. */
export interface Dump {
  /** The statements that make its tables, as SQLite keeps them. */
  tables: string[];
  rows: Record<string, Record<string, SqlStorageValue>[]>;
  keys: Record<string, unknown>;
}

const tablesOf = ({ sql }: DurableObjectStorage) =>
  sql
    .exec<{ name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_*' ORDER BY name",
    )
    .toArray();

export function dump(storage: DurableObjectStorage): Dump {
  const tables = tablesOf(storage);
  return {
    tables: tables.map(({ sql }) => sql),
    rows: Object.fromEntries(
      tables.map(({ name }) => [name, storage.sql.exec(`SELECT * FROM "${name}"`).toArray()]),
    ),
    keys: Object.fromEntries(storage.kv.list()),
  };
}

/** Puts an object into the state of a dump. */
export function restore(storage: DurableObjectStorage, { tables, rows, keys }: Dump): void {
  for (const { name } of tablesOf(storage)) storage.sql.exec(`DROP TABLE "${name}"`);
  for (const statement of tables) storage.sql.exec(statement);
  for (const [name, found] of Object.entries(rows)) {
    for (const row of found) {
      const columns = Object.keys(row);
      const places = columns.map(() => '?').join(', ');
      storage.sql.exec(
        `INSERT INTO "${name}" (${columns.join(', ')}) VALUES (${places})`,
        ...Object.values(row),
      );
    }
  }
  for (const [key, value] of Object.entries(keys)) storage.kv.put(key, value);
}
