import { isNumberReassigned } from './number-reassigned.ts';
import type { SignInRequest, UserRow } from './user-tables.ts';

/** The changes that a sign-in makes to a user's record. */
export type IdentityChange = Pick<SignInRequest, 'identity' | 'attributes' | 'owner' | 'ownerChanged'> &
  Partial<Pick<SignInRequest, 'number'>>;

/**
 * Decides which changes a sign-in makes to the stored identity. Usually, the sign-in's worker hasn't read the
 * record. The new identity then replaces the stored one if it contains all stored attributes or belongs to another
 * owner. A new identity without attributes changes nothing.
 * @returns undefined if only the worker can decide, because it can decrypt the stored identity.
 */
export function decideIdentityChange(
  request: SignInRequest,
  user: UserRow | undefined,
): IdentityChange | undefined {
  const { revision, attributes, owners } = request;
  if (revision !== undefined) return revision === (user?.revision ?? 0) ? request : undefined;
  if (user === undefined) return request;
  if (isNumberReassigned(user.owner ?? undefined, owners)) return { ...request, ownerChanged: true };
  if (attributes.length === 0)
    return { identity: undefined, attributes, owner: undefined, ownerChanged: false };
  const known = user.attributes.split(' ').filter((name) => name !== '');
  return known.every((name) => attributes.includes(name)) ? request : undefined;
}
