import type { YesNo } from '../../core/user-record.ts';

/** The tables of an Account. Times in seconds since 1970. */
export const tables = `
  CREATE TABLE consents (client_id TEXT PRIMARY KEY, attributes TEXT NOT NULL, automatic_login TEXT NOT NULL);
  CREATE TABLE devices (id TEXT PRIMARY KEY, client_id TEXT NOT NULL, started INTEGER NOT NULL, expires INTEGER NOT NULL);
  CREATE TABLE grants (
    id TEXT PRIMARY KEY, client_id TEXT NOT NULL, identity TEXT NOT NULL,
    autoLoginYn TEXT NOT NULL, autoStatusCheck TEXT NOT NULL,
    redeemed INTEGER NOT NULL DEFAULT 0, ended INTEGER NOT NULL DEFAULT 0, expires INTEGER NOT NULL
  );`;

export type GrantRow = {
  id: string;
  client_id: string;
  identity: string;
  autoLoginYn: YesNo;
  autoStatusCheck: YesNo;
  redeemed: number;
  ended: number;
  expires: number;
};
