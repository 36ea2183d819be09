import type { Migrations } from '../../core/storage/schema.ts';

/**
 * The tables of a Phone. Times in seconds since 1970. `registration` has at most one row: the current owner and since when,
 * or, without a plid, when the last registration ended. Callers and owners are pseudonyms (grants.ts).
 */
export const phoneMigrations: Migrations = [
  `
  CREATE TABLE registration (
    id INTEGER PRIMARY KEY CHECK (id = 1), plid TEXT, owner TEXT, since INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE requests (
    id TEXT PRIMARY KEY, caller TEXT NOT NULL, known INTEGER NOT NULL,
    status TEXT NOT NULL, sent INTEGER NOT NULL, forgotten INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`,
  'ALTER TABLE requests ADD COLUMN carrier_id TEXT',
];

/** `owner` is null where the carrier did not give the person's ci. */
export type RegistrationRow = { plid: string | null; owner: string | null; since: number };

/** `sent`: not denied, so far; `unconfirmed`: never reached the phone. */
type RequestStatus = 'sent' | 'unconfirmed' | 'denied';
export type RequestRow = {
  caller: string;
  known: number;
  status: RequestStatus;
  sent: number;
};

/** Everything that a number's object holds, for the operator. Times in seconds since 1970. */
export interface StoredPhone {
  /** Whose the number is; without a plid, when the last registration ended. */
  registration: { plid: string | undefined; since: number } | undefined;
  requests: { sent: number; status: RequestStatus }[];
}

/** A request of this phone, and what the carrier calls it. */
export type CarrierRequest = { id: string; carrierId: string };
