import type { Attribute, UserRecord } from '../../../packages/plid/protocol/user-record.ts';

/**
 * The user as a page, an app or a back end on the gateway's host reads them: every script of a page can. The guard and the
 * entrypoint, which no page can ask, tell everything.
 * @param told the setting `SESSION_ATTRIBUTES`. @returns the `plid` and the flags of automatic login in any case.
 */
export function publicUser(user: UserRecord, told: readonly Attribute[]): UserRecord {
  const { plid, autoLoginYn, autoStatusCheck } = user;
  const known = told.filter((attribute) => user[attribute] !== undefined);
  const identity = Object.fromEntries(known.map((attribute) => [attribute, user[attribute]]));
  return { plid, ...identity, autoLoginYn, autoStatusCheck };
}
