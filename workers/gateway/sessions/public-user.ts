import type { Attribute, UserRecord } from '../../core/protocol/user-record.ts';

/**
 * Returns the part of the user record that pages (with all their scripts), apps, and back ends on the gateway's
 * host can read. The guard and the RPC entrypoint return the whole record, because no page can call them. @param
 * released the setting `SESSION_ATTRIBUTES`.
 * @returns a record that always contains `plid` and the automatic login flags.
 */
export function publicUser(user: UserRecord, released: readonly Attribute[]): UserRecord {
  const { plid, autoLoginYn, autoStatusCheck } = user;
  const known = released.filter((attribute) => user[attribute] !== undefined);
  const identity = Object.fromEntries(known.map((attribute) => [attribute, user[attribute]]));
  return { plid, ...identity, autoLoginYn, autoStatusCheck };
}
