/** What a sign-in asks the object of its user for, except the session, the revision, and the number. */
export const userSignIn = {
  began: 0,
  identity: 'x',
  owner: undefined,
  attributes: [],
  owners: [],
  ownerChanged: false,
  automatic: false,
  replaces: undefined,
};
