import { claimsOf } from '../../../openid/claims.ts';
import type { ReadableGrant } from '../../objects/account-tables.ts';
import type { Application } from '../../registry/applications.ts';
import { decryptGrantIdentity } from '../../tokens/grant-identity.ts';

/** The grant of a code or token. */
interface GrantedLogin {
  plid: string;
  /** The key that decrypts the identity. Undefined for an automatic login, which returns only `sub`. */
  identityKey?: string;
  scope: string;
}

/**
 * Returns the user's claims. They include only claims that the application is registered for and the user has
 * agreed to. @param read the grant's encrypted identity. @param now in seconds since 1970.
 */
export async function signInClaims(
  { attributes }: Pick<Application, 'attributes'>,
  { plid, identityKey, scope }: GrantedLogin,
  { identity: sealed, flags, agreed }: ReadableGrant,
  now: number,
) {
  const identity =
    sealed === null || identityKey === undefined ? {} : await decryptGrantIdentity(identityKey, sealed);
  const shared = attributes.filter((attribute) => agreed.includes(attribute) && identity[attribute]);
  const record = Object.fromEntries(shared.map((attribute) => [attribute, identity[attribute]]));
  return claimsOf({ plid, ...record, ...flags }, new Set(scope.split(' ')), now);
}
