import { beforeEach, describe, expect, test } from 'vitest';
import { CachedIdentities } from '../../../workers/service/objects/cached-identities.ts';
import type { HeldRows } from '../../../workers/service/objects/held-rows.ts';
import { maxSignInCookieLifetime } from '../../../workers/service/settings/service-lifetimes.ts';

const now = 1_800_000_000;
const secret = 'a'.repeat(22);
const id = `${now + 600}-${secret}-demoshop000000000001`;
const rows = new Map<string, never>();
const held = {
  put: (name: string, row: never) => rows.set(name, row),
  get: (name: string) => rows.get(name),
  drop: (name: string) => rows.delete(name),
};
const identities = new CachedIdentities(held as unknown as HeldRows);
beforeEach(() => rows.clear());

describe('the identity of an open sign-in', () => {
  test('ends with the longest cookie, even if the alarm is late', () => {
    const expires = identities.hold(id, 'sealed', now);
    expect(expires).toBe(now + maxSignInCookieLifetime);
    expect([now, expires - 1, expires].map((at) => identities.of(id, at))).toEqual([
      ...['sealed', 'sealed', undefined],
    ]);
  });

  test('is stored under a name without the secret part of the id', () => {
    identities.hold(id, 'sealed', now);
    expect([...rows.keys()].join()).not.toContain(secret);
    identities.drop(id);
    expect(identities.of(id, now)).toBeUndefined();
  });
});
