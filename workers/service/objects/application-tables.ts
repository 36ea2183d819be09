import type { Migrations } from '../../core/storage/object-store.ts';

/**
 * Tables of an Application. `copy` is the same JSON as in KV, and `copied` is the latest version that has arrived
 * in KV. `history` is append-only. `at` is in seconds since 1970, and `fields` contains the names of changed
 * fields. `token` is the name of the operator's token. `stated` is the JSON of the
 * consent texts. Only versions that changed the texts contain `stated`, and each consent refers to such a version.
 * `reviewers` contains store reviewers (application-reviewers.ts), and `wrong_review_codes` the networks that sent wrong
 * codes (wrong-review-codes.ts).
 */
export const migrations: Migrations = [
  `CREATE TABLE application (
     client_id TEXT PRIMARY KEY, version INTEGER NOT NULL, copied INTEGER NOT NULL, copy TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE history (
     version INTEGER PRIMARY KEY, at INTEGER NOT NULL, action TEXT NOT NULL, fields TEXT NOT NULL,
     token TEXT NOT NULL, stated TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE reviewers (
     id TEXT PRIMARY KEY, phone TEXT NOT NULL UNIQUE, plid TEXT NOT NULL, digest TEXT NOT NULL,
     created INTEGER NOT NULL, ends INTEGER NOT NULL, last INTEGER,
     wrong INTEGER NOT NULL DEFAULT 0, wrong_since INTEGER NOT NULL DEFAULT 0,
     signed_in INTEGER NOT NULL DEFAULT 0, signed_in_since INTEGER NOT NULL DEFAULT 0
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE wrong_review_codes (
     reviewer TEXT NOT NULL, network TEXT NOT NULL, wrong INTEGER NOT NULL, since INTEGER NOT NULL,
     PRIMARY KEY (reviewer, network)
   ) STRICT, WITHOUT ROWID;`,
];

export type HistoryRow = {
  version: number;
  at: number;
  action: string;
  fields: string;
  token: string;
};
export type ApplicationRow = { client_id: string; version: number; copied: number; copy: string };

/** Returns the row with the registration, or undefined if there is none. */
export function readRow(sql: SqlStorage): ApplicationRow | undefined {
  const [row] = sql.exec<ApplicationRow>('SELECT client_id, version, copied, copy FROM application');
  return row;
}
