import type { Migrations } from '../../core/storage/object-store.ts';

/**
 * The tables of an Application. `copy` is JSON, as it goes to KV; `copied` the latest version that has arrived there.
 * `history` is only ever added to: `at` in seconds since 1970, `fields` the names of those that were changed, `token` the name of
 * the operator's token, which release 0.2 did not keep. `stated` is JSON of the texts that people read before they agree, in the versions that
 * have changed it: consents name the version that was read.
 */
export const migrations: Migrations = [
  `CREATE TABLE application (
     client_id TEXT PRIMARY KEY, version INTEGER NOT NULL, copied INTEGER NOT NULL, copy TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE history (
     version INTEGER PRIMARY KEY, at INTEGER NOT NULL, action TEXT NOT NULL, fields TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  'ALTER TABLE history ADD COLUMN token TEXT',
  'ALTER TABLE history ADD COLUMN stated TEXT',
];

export type HistoryRow = {
  version: number;
  at: number;
  action: string;
  fields: string;
  token: string | null;
};
export type ApplicationRow = { client_id: string; version: number; copied: number; copy: string };

/** The application; undefined where its tables hold none yet. */
export function readRow(sql: SqlStorage): ApplicationRow | undefined {
  const [row] = sql.exec<ApplicationRow>('SELECT client_id, version, copied, copy FROM application');
  return row;
}
