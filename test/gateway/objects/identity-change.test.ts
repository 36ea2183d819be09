import { describe, expect, test } from 'vitest';
import { decideIdentityChange } from '../../../workers/gateway/objects/identity-change.ts';
import { isNumberReassigned } from '../../../workers/gateway/objects/number-reassigned.ts';
import type { SignInRequest, UserRow } from '../../../workers/gateway/objects/user-tables.ts';

const user: UserRow = {
  identity: 'stored',
  owner: 'k1:hana',
  revision: 3,
  seen: 0,
  full_sign_in_after: null,
  began: 0,
  attributes: 'ci name',
};
const unseen = (more: Partial<SignInRequest> = {}): SignInRequest => ({
  session: { id: 's', agent: '', autoLoginYn: 'N', autoStatusCheck: 'N', created: 0, expires: 9 },
  began: 0,
  revision: undefined,
  identity: 'new',
  attributes: ['ci', 'name'],
  owner: 'k1:hana',
  owners: ['k1:hana'],
  ownerChanged: false,
  automatic: false,
  replaces: undefined,
  number: { plid: 'p', index: 'number x' },
  ...more,
});
const nothing = { identity: undefined, attributes: [], owner: undefined, ownerChanged: false };

describe("a sign-in whose worker hasn't read the record", () => {
  test.each([
    ['has all attributes that are stored: it replaces them', {}, user, 'new'],
    ['has more of them', { attributes: ['ci', 'name', 'phoneNo'] }, user, 'new'],
    ['is the first one', {}, undefined, 'new'],
    ['is the first one, and automatic', { attributes: [], owners: [] }, undefined, 'new'],
  ])('%s', (_, more, stored, identity) => {
    expect(decideIdentityChange(unseen(more), stored)).toMatchObject({ identity, ownerChanged: false });
  });

  test.each([
    ['has fewer attributes than are stored', { attributes: ['ci'] }, user],
    ['has others', { attributes: ['ci', 'phoneNo'] }, user],
  ])('%s: can be merged only by its worker', (_, more, stored) => {
    expect(decideIdentityChange(unseen(more), stored)).toBeUndefined();
  });

  test('without an identity leaves the stored one, and its index entries', () => {
    expect(decideIdentityChange(unseen({ attributes: [], owners: [], owner: undefined }), user)).toEqual(
      nothing,
    );
  });

  test('of another owner replaces the whole record, even with fewer fields', () => {
    const other = unseen({ attributes: ['ci'], owner: 'k1:sori', owners: ['k1:sori'] });
    expect(decideIdentityChange(other, user)).toMatchObject({
      identity: 'new',
      owner: 'k1:sori',
      ownerChanged: true,
    });
  });
});

test('a sign-in based on a record changes only that record', () => {
  expect(decideIdentityChange(unseen({ revision: 3 }), user)).toMatchObject({ identity: 'new' });
  for (const stored of [undefined, user])
    expect(decideIdentityChange(unseen({ revision: 2 }), stored)).toBeUndefined();
  expect(decideIdentityChange(unseen({ revision: 0 }), undefined)).toMatchObject({ identity: 'new' });
});

test.each([
  ['the same, under the current key', 'k2:hana', ['k2:hana', 'k1:hana'], false],
  ['the same, under an earlier key', 'k1:hana', ['k2:hana', 'k1:hana'], false],
  ['another one', 'k1:hana', ['k2:sori', 'k1:sori'], true],
  ['unknown: the key of the stored one is gone', 'k0:hana', ['k2:sori', 'k1:sori'], false],
  ["unknown: a key with a longer name doesn't count as another", 'k1:hana', ['k11:sori'], false],
  ['unknown: the sign-in brought no ci', 'k1:hana', [], false],
  ['unknown: none is stored', undefined, ['k1:sori'], false],
])('an owner is %s', (_, stored, owners, expected) => {
  expect(isNumberReassigned(stored, owners)).toBe(expected);
});
