import type { YesNo } from '../../core/protocol/user-record.ts';
import type { Migrations } from '../../core/storage/schema.ts';

/**
 * The tables of an Account. Times in seconds since 1970. A grant's identity is ciphertext (grants.ts), and missing
 * for an automatic login and once the grant has ended.
 */
export const accountMigrations: Migrations = [
  `
  CREATE TABLE consents (client_id TEXT PRIMARY KEY, attributes TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE devices (
    id TEXT PRIMARY KEY, client_id TEXT NOT NULL, started INTEGER NOT NULL, expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE grants (
    id TEXT PRIMARY KEY, client_id TEXT NOT NULL, identity TEXT,
    auto_login TEXT NOT NULL, auto_status TEXT NOT NULL,
    redeemed INTEGER NOT NULL DEFAULT 0, ended INTEGER NOT NULL DEFAULT 0, expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`,
];

export type GrantRow = {
  id: string;
  client_id: string;
  identity: string | null;
  auto_login: YesNo;
  auto_status: YesNo;
  redeemed: number;
  ended: number;
  expires: number;
};

export const grantColumns =
  'id, client_id, identity, auto_login, auto_status, redeemed, ended, expires' as const;

export type DeviceRow = { id: string; client_id: string; started: number; expires: number };
