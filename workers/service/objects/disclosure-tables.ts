import type { Migrations } from '../../core/storage/object-store.ts';

/**
 * Tables of a Disclosures object. `application` and `name` are pseudonyms, and `sealed` is encrypted
 * (disclosure-index.ts). `ended` is in seconds since 1970, and null while the user is connected.
 */
export const disclosureMigrations: Migrations = [
  `CREATE TABLE disclosures (
     application TEXT NOT NULL, name TEXT NOT NULL, sealed TEXT NOT NULL, revision INTEGER NOT NULL, ended INTEGER,
     PRIMARY KEY (application, name)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX ended_disclosures ON disclosures (ended) WHERE ended IS NOT NULL;`,
];

/** The primary key of a row. */
export type RowName = { application: string; name: string };

export type DisclosureRow = RowName & { sealed: string; revision: number; ended: number | null };

/** A row to store. @property former the names that the row had under former keys. */
export interface DisclosureWrite {
  row: DisclosureRow;
  former: RowName[];
}

/** What a Disclosures object has stored. */
export interface DisclosuresState {
  /** When the first row was stored, in seconds since 1970. */
  started: number;
  /** Fingerprints of the keys under which rows may be stored (key-fingerprints.ts). */
  keys: string[];
}
