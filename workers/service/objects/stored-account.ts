import type { AccountMetadata } from './account-metadata.ts';
import type { DeviceRow, StoredAccount } from './account-tables.ts';
import { readConsents, readEarlierConsents } from './consent-queries.ts';

/** Returns the active automatic logins of an account. @param at in seconds since 1970. */
export function readAutomaticLogins(sql: SqlStorage, at: number): DeviceRow[] {
  const query =
    'SELECT id, client_id, started, expires, agent FROM devices WHERE expires > ? ORDER BY started';
  return sql.exec<DeviceRow>(query, at).toArray();
}

/**
 * Returns what an account stores without its optional parts, or undefined if nothing is stored. @param at in seconds
 * since 1970.
 */
export function storedAccount(
  sql: SqlStorage,
  isThere: boolean,
  { phone, terminated }: AccountMetadata,
  at: number,
): StoredAccount | undefined {
  const none = { codes: 0, tokens: 0, ended: 0 };
  if (!isThere) {
    const nothing = { phone: undefined, consents: [], earlierConsents: [], automaticLogins: [] };
    return terminated === undefined ? undefined : { ...nothing, terminated, grants: none };
  }
  const [grants] = sql.exec<StoredAccount['grants']>(
    `SELECT count(*) FILTER (WHERE live AND NOT redeemed) AS codes, count(*) FILTER (WHERE live AND redeemed) AS tokens,
       count(*) FILTER (WHERE NOT live) AS ended
     FROM (SELECT redeemed, NOT ended AND expires > ? AS live FROM grants)`,
    at,
  );
  return {
    phone,
    consents: readConsents(sql),
    earlierConsents: readEarlierConsents(sql),
    automaticLogins: readAutomaticLogins(sql, at).map(({ id: _, ...login }) => login),
    grants: grants ?? none,
    terminated,
  };
}
