import { claimsOf } from '../../core/openid/claims.ts';
import type { ReadableGrant } from '../objects/account-tables.ts';
import type { Application } from '../shared/applications.ts';
import { openIdentity } from '../shared/grant-identity.ts';

/** The grant behind a code or a token. */
interface GrantedLogin {
  plid: string;
  /** Opens its identity; absent for an automatic login, which has none: every claim but `sub` is then absent. */
  identityKey?: string;
  scope: string;
}

/**
 * The claims of a person, out of what the application is registered for and the person has agreed to.
 * @param read the grant's identity, sealed. @param now in seconds since 1970.
 */
export async function signInClaims(
  { attributes }: Pick<Application, 'attributes'>,
  { plid, identityKey, scope }: GrantedLogin,
  { identity: sealed, flags, agreed = [] }: ReadableGrant,
  now: number,
) {
  const identity =
    sealed === null || identityKey === undefined ? {} : await openIdentity(identityKey, sealed);
  const shared = attributes.filter((attribute) => agreed.includes(attribute) && identity[attribute]);
  const record = Object.fromEntries(shared.map((attribute) => [attribute, identity[attribute]]));
  return claimsOf({ plid, ...record, ...flags }, new Set(scope.split(' ')), now);
}
