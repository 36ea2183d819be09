import { describe, expect, test } from 'vitest';
import { OpenIdLogins } from '../../../workers/gateway/objects/openid-logins.ts';
import { Storage } from '../../support/fakes/objects.ts';

const at = 1_800_000_000;
const login = {
  ...{ client_id: 'books', redirect_uri: 'https://books.example/callback', scope: 'openid' },
  code_challenge: 'c'.repeat(43),
};
const { scope: _, ...presented } = login;

/** The logins of a user, one of which has just been stored. */
function logins() {
  const storage = new Storage();
  const own = new OpenIdLogins(storage.kv as never);
  own.storeLogin('one', 'a session', login, at);
  return { own, ids: () => storage.kv.list().map(([key]) => key) };
}

describe('the code of a login', () => {
  test('is valid for a minute', () => {
    expect(logins().own.redeem('one', presented, at + 59)).toMatchObject({ session: 'a session', login });
    expect(logins().own.redeem('one', presented, at + 60)).toBe('unknown');
    expect(logins().own.redeem('two', presented, at)).toBe('unknown');
  });

  test.each([
    { client_id: 'papers' },
    { redirect_uri: 'https://books.example/other' },
    { code_challenge: 'd'.repeat(43) },
    { code_challenge: undefined },
  ])('stays valid if it is presented with %j', (other) => {
    const { own } = logins();
    expect(own.redeem('one', { ...presented, ...other } as never, at)).toBe('unknown');
    expect(own.redeem('one', presented, at)).toMatchObject({ state: 'redeemed' });
  });

  test('that is used again revokes what its first use gave', () => {
    const { own } = logins();
    own.redeem('one', presented, at);
    expect(own.redeem('one', presented, at)).toBe('replayed');
    expect(own.find('one', at)).toMatchObject({ state: 'replayed' });
    expect(own.redeem('one', presented, at)).toBe('replayed');
  });
});

describe('a login', () => {
  test('lasts for ten minutes from its redemption', () => {
    const { own } = logins();
    own.redeem('one', presented, at + 50);
    expect(own.find('one', at + 649)).toMatchObject({ state: 'redeemed', login });
    expect(own.find('one', at + 650)).toBeUndefined();
  });

  test('is deleted once it has expired, at the latest when the next one is stored', () => {
    const { own, ids } = logins();
    own.storeLogin('two', 'a session', login, at + 59);
    expect(ids()).toEqual(['openid one', 'openid two']);
    own.storeLogin('three', 'a session', login, at + 60);
    expect(ids()).toEqual(['openid three', 'openid two']);
    own.deleteExpired(Number.POSITIVE_INFINITY);
    expect(ids()).toEqual([]);
  });
});
