/**
 * The tables of a Durable Object, as an ordered list of migrations: the first makes them, each later one changes
 * the tables of the ones before. A migration is never edited once it was released; a change is a new one at the end.
 */
export type Migrations = readonly [first: string, ...later: string[]];

/** Where the object keeps how many migrations it has been through. */
const versionKey = 'schema';

/** How many of its migrations an object has been through: 0 where it holds nothing. */
function schemaVersion({ kv }: DurableObjectStorage): number {
  return kv.get<number>(versionKey) ?? 0;
}

/**
 * Brings the tables of an object that holds something up to date; an object that holds nothing stays empty, so that
 * asking for one that was never made leaves nothing behind.
 * @returns whether the object holds something.
 */
export function openTables(storage: DurableObjectStorage, migrations: Migrations): boolean {
  if (schemaVersion(storage) === 0) return false;
  ensureTables(storage, migrations);
  return true;
}

/**
 * Makes the tables of an object, or brings them up to date: all missing migrations in one transaction. An object that a
 * later release has written is left as it is: its columns are named in every statement, so that a release can be rolled back.
 */
export function ensureTables(storage: DurableObjectStorage, migrations: Migrations): void {
  const version = schemaVersion(storage);
  if (version >= migrations.length) return;
  storage.transactionSync(() => {
    for (const migration of migrations.slice(version)) storage.sql.exec(migration);
    storage.kv.put(versionKey, migrations.length);
  });
}
