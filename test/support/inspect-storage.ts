/** What is at rest in a Durable Object, and when it wakes up next. */
export interface AtRest {
  /** Every row of every table of ours, and every key, as JSON; of tables and keys that hold something. */
  stored: string;
  /** When the next alarm runs, in milliseconds since 1970. */
  alarm: number | null;
}

export async function inspect({ storage }: DurableObjectState): Promise<AtRest> {
  const tables = [
    ...storage.sql.exec<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_*'",
    ),
  ];
  const rows = tables.map(
    ({ name }) => [name, storage.sql.exec(`SELECT * FROM "${name}"`).toArray()] as const,
  );
  const stored = {
    ...Object.fromEntries(rows.filter(([, found]) => found.length > 0)),
    ...Object.fromEntries(storage.kv.list()),
  };
  return { stored: JSON.stringify(stored), alarm: await storage.getAlarm() };
}
