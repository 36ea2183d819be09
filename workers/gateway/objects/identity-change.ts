import { isNumberReassigned } from '../shared/number-reassigned.ts';
import type { SignInRequest, UserRow } from './user-tables.ts';

/** The changes of a user's record that a sign-in makes. */
export type IdentityChange = Pick<
  SignInRequest,
  'identity' | 'attributes' | 'owner' | 'ownerChanged' | 'number'
>;

/**
 * The changes that a sign-in makes. Its worker has not looked at the record, mostly: then the new identity replaces the stored one if it has all
 * attributes of that, or is another owner's; and one without attributes changes nothing.
 * @returns undefined where only the worker can tell, which can open what is stored.
 */
export function changeOf(request: SignInRequest, user: UserRow | undefined): IdentityChange | undefined {
  const { revision, attributes = [], owners = [] } = request;
  if (revision !== undefined) return revision === (user?.revision ?? 0) ? request : undefined;
  if (user === undefined) return request;
  if (isNumberReassigned(user.owner ?? undefined, owners)) return { ...request, ownerChanged: true };
  if (attributes.length === 0) return { identity: undefined, owner: undefined, ownerChanged: false };
  const known = attributesOf(user);
  return known?.every((name) => attributes.includes(name)) ? request : undefined;
}

/** The attributes of an identity as they are stored, with the revision that they are of. */
export const writeAttributes = (revision: number, names: readonly string[]): string =>
  [revision, ...names].join(' ');

function attributesOf({ revision, attributes }: UserRow): string[] | undefined {
  const [of, ...names] = attributes?.split(' ') ?? [];
  return of === String(revision) ? names : undefined;
}
