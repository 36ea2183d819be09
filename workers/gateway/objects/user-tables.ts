import type { Migrations } from '../../core/storage/schema.ts';
import type { StoredSession } from './user-requests.ts';

/**
 * The tables of a User. Times in seconds since 1970. `identity` and `owner` come sealed and hashed; `revision` counts
 * the changes of the two; `full_sign_in_after` is set by a log-out everywhere, until the next full sign-in.
 */
export const migrations: Migrations = [
  `CREATE TABLE user (
    one INTEGER PRIMARY KEY CHECK (one = 1), identity TEXT NOT NULL, owner TEXT, revision INTEGER NOT NULL,
    seen INTEGER NOT NULL, full_sign_in_after INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY, agent TEXT NOT NULL, autoLoginYn TEXT NOT NULL, autoStatusCheck TEXT NOT NULL,
    created INTEGER NOT NULL, expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`,
];

export const userColumns = 'identity, owner, revision, seen, full_sign_in_after';
export const sessionColumns = 'id, agent, autoLoginYn, autoStatusCheck, created, expires';

export type UserRow = {
  identity: string;
  owner: string | null;
  revision: number;
  seen: number;
  full_sign_in_after: number | null;
};

export type SessionRow = { [Column in keyof StoredSession]: StoredSession[Column] };
