import type { ObjectStore } from '../../core/storage/object-store.ts';
import type { AccountDisclosures } from '../features/affected-users/account-disclosures.ts';
import type { AccountMetadata } from './account-metadata.ts';
import type { AccountOutbox } from '../features/events/account-events.ts';
import type { DeviceRow, StoredAccount } from './account-tables.ts';
import { readConsents, readEarlierConsents } from './consent-queries.ts';
import type { LatestSignIns } from '../features/account-page/latest-sign-ins.ts';

/** Returns the active automatic logins of an account. @param at in seconds since 1970. */
export function readAutomaticLogins(sql: SqlStorage, at: number): DeviceRow[] {
  const query =
    'SELECT id, client_id, started, expires, agent FROM devices WHERE expires > ? ORDER BY started';
  return sql.exec<DeviceRow>(query, at).toArray();
}

interface AccountParts {
  sql: SqlStorage;
  store: ObjectStore;
  metadata: AccountMetadata;
  outbox: AccountOutbox;
  latest: LatestSignIns;
  disclosures: AccountDisclosures;
}

/**
 * Returns everything that an account stores, for the operator, or undefined if nothing is stored. @param at in
 * seconds since 1970.
 */
export function storedAccount(
  { sql, store, metadata, outbox, latest, disclosures }: AccountParts,
  at: number,
): StoredAccount | undefined {
  const { terminated } = metadata;
  const none = { codes: 0, tokens: 0, ended: 0 };
  if (!store.exists()) {
    const nothing = { phone: undefined, consents: [], earlierConsents: [], automaticLogins: [] };
    const empty = { ...nothing, signIns: [], events: [], disclosures: [] };
    return terminated === undefined ? undefined : { ...empty, terminated, grants: none };
  }
  const [grants] = sql.exec<StoredAccount['grants']>(
    `SELECT count(*) FILTER (WHERE live AND NOT redeemed) AS codes, count(*) FILTER (WHERE live AND redeemed) AS tokens,
       count(*) FILTER (WHERE NOT live) AS ended
     FROM (SELECT redeemed, NOT ended AND expires > ? AS live FROM grants)`,
    at,
  );
  return {
    phone: metadata.phone,
    consents: readConsents(sql),
    earlierConsents: readEarlierConsents(sql),
    automaticLogins: readAutomaticLogins(sql, at).map(({ id: _, ...login }) => login),
    grants: grants ?? none,
    signIns: latest.list(),
    events: outbox.list(),
    disclosures: disclosures.list(),
    terminated,
  };
}
