import { nonEmptyAttributes } from '../../../packages/plid/fields/read-record.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import type { Identity } from '../../core/protocol/user-record.ts';
import { isNumberReassigned } from '../objects/number-reassigned.ts';
import type { SignInRequest, StoredUser } from '../objects/user-tables.ts';
import { decryptIdentity } from '../sessions/decrypt-identity.ts';
import { storedIdentity } from '../settings/gateway-sealed-types.ts';
import { ciPseudonyms } from './pseudonyms.ts';

type Change = Pick<SignInRequest, 'identity' | 'attributes' | 'owner' | 'owners' | 'ownerChanged'> & {
  revision: number;
};

/** Returns the user's identity after a sign-in, and the changes for the User object. */
export async function mergeIdentity(
  keys: KeyRing,
  stored: StoredUser | undefined,
  received: Identity,
): Promise<{ identity: Identity; change: Change }> {
  const owners = received.ci === undefined ? [] : await ciPseudonyms(keys, received.ci);
  const ownerChanged = isNumberReassigned(stored?.owner, owners);
  const before = stored === undefined || ownerChanged ? {} : await decryptIdentity(keys, stored.identity);
  const identity = nonEmptyAttributes({ ...before, ...received });
  const owner = owners[0];
  const unchanged =
    stored !== undefined &&
    !ownerChanged &&
    JSON.stringify(identity) === JSON.stringify(before) &&
    (owner ?? stored.owner) === stored.owner &&
    storedIdentity.isCurrent(keys, stored.identity);
  const sealed = unchanged ? undefined : await storedIdentity.seal(keys, identity);
  const attributes = Object.keys(identity);
  const revision = stored?.revision ?? 0;
  return { identity, change: { revision, identity: sealed, attributes, owner, owners, ownerChanged } };
}
