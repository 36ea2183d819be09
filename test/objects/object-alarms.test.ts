import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SignInRequest } from '../../workers/gateway/objects/user-tables.ts';
import { flowLifetime } from '../../workers/gateway/settings/gateway-lifetimes.ts';
import type { GrantRequest } from '../../workers/service/objects/account-tables.ts';
import {
  automaticLoginLifetime,
  grantLifetime,
  maxSignInCookieLifetime,
} from '../../workers/service/settings/service-lifetimes.ts';
import { agreement, fromBrowser } from '../support/fixtures/agreement.ts';
import { origins, serviceSecrets } from '../support/world/test-settings.ts';
import { type MeasuredObject, useMeasuredObjects } from './support/measured-world.ts';

const { object } = useMeasuredObjects({
  BASE_URL: origins.service,
  EVENT_KEY: serviceSecrets.EVENT_KEY,
  RETENTION_DAYS: '2',
});
const now = () => Math.floor(Date.now() / 1000);
const day = 86_400;

/** The time of an object's alarm, in seconds since 1970. */
const wakesAt = async (asked: MeasuredObject) => ((await asked.atRest()).alarm ?? 0) / 1000;

describe('an account', () => {
  const first = (more: Partial<GrantRequest> = {}): GrantRequest => ({
    id: randomUUID(),
    client_id: 'shop',
    asked: ['ci'],
    identity: 'sealed',
    agreement,
    ...fromBrowser,
    ...more,
  });
  const kept = async (account: MeasuredObject) => Object.keys(JSON.parse((await account.atRest()).stored));

  test('that waits for the end of an automatic login wakes up earlier for its grant', async () => {
    const account = await object('Account');
    const before = now() - 2 * grantLifetime;
    const full = first({ automaticLogin: 'Y' });
    await account.ask('grant', full, before);
    await expect.poll(() => wakesAt(account)).toBe(before + automaticLoginLifetime);
    const at = now();
    const automatic = { id: randomUUID(), device: full.id, generation: 0, client_id: 'shop', asked: ['ci'] };
    expect(await account.ask('grantAutomatically', automatic, at)).toMatchObject({ generation: 1 });
    expect(await wakesAt(account)).toBe(at + grantLifetime);
  });

  test('sends events of a disconnect and of leaving at once, whenever else it would wake up', async () => {
    const [disconnected, left] = [await object('Account'), await object('Account')];
    for (const account of [disconnected, left]) {
      const granted = first();
      await account.ask('grant', granted, now());
      await account.ask('redeem', granted.id, 'shop', now());
    }
    await disconnected.ask('disconnect', 'shop', now());
    const at = now();
    await left.ask('terminate', at);
    await expect.poll(() => kept(disconnected)).toEqual(['disclosures', 'grants', 'schema', 'sign-ins']);
    await expect.poll(() => kept(left)).toEqual(['schema', 'terminated']);
    await expect.poll(() => wakesAt(left)).toBe(at + day);
  });
});

test('a Phone object deletes a denial after a day, and after an erasure everything without a sign-in', async () => {
  const phone = await object('Phone');
  const at = now();
  await phone.ask('admit', 'a request', { caller: 'a browser', known: false }, at, 5, {
    client_id: 'shop',
    sign_in: 'one',
  });
  await phone.ask('denied', 'a request', undefined, at);
  await phone.ask('alarm');
  expect(await wakesAt(phone)).toBe(at + day);
  await phone.ask('erase', at + 5);
  expect(await wakesAt(phone)).toBe(at + 5 + maxSignInCookieLifetime);
});

test('a changed application reaches KV, whatever fails after it is stored', async () => {
  const described = { client_id: 'shop', name: 'Shop', attributes: ['ci'], secrets: [], created: now() };
  const register = ['register', described, now(), 'a token'] as const;
  const { statements } = await (await object('Application')).cost(...register);
  const application = await object('Application');
  // The first statement after the change is stored: whether there is anything to copy.
  const firstOfCopying = statements - 3;
  expect(await application.fails(firstOfCopying, ...register)).toBe(true);
  const stored = async () => JSON.parse((await application.atRest()).stored).application;
  await expect.poll(stored).toMatchObject([{ version: 1, copied: 1 }]);
});

describe('a user of the gateway', () => {
  const opening = (expires: number, more: Partial<SignInRequest> = {}): SignInRequest => ({
    session: {
      id: 'a session',
      agent: 'Chrome, Android',
      autoLoginYn: 'N',
      autoStatusCheck: 'N',
      created: now(),
      expires,
    },
    began: Date.now(),
    revision: 0,
    identity: 'sealed',
    ...{ attributes: ['ci'], owner: undefined, owners: [], number: { plid: 'a plid', index: null } },
    ownerChanged: false,
    automatic: false,
    replaces: undefined,
    ...more,
  });

  test('who signs out is deleted after RETENTION_DAYS, even if their session would have lasted longer', async () => {
    const user = await object('User');
    const at = now();
    await user.ask('signIn', opening(at + 9 * day), at);
    expect(await wakesAt(user)).toBe(at + 9 * day);
    expect(await user.ask('logOut', 'a session', 'this', at + 5)).toEqual(['a session']);
    expect(await wakesAt(user)).toBe(at + 5 + 2 * day);
  });

  test('who is disconnected is removed from the number index at once, and deleted after an hour', async () => {
    const plid = randomUUID();
    const [user, index] = [await object('User', plid), await object('User', `number of ${plid}`)];
    const number = { plid, index: `number of ${plid}` };
    await user.ask('signIn', opening(now() + 9 * day, { number }), now());
    await expect.poll(() => index.ask('listed')).toEqual([plid]);
    await expect.poll(() => wakesAt(user)).toBeGreaterThan(now() + 8 * day);
    const at = now();
    await user.ask('disconnect', at, Date.now());
    await expect.poll(() => index.ask('listed')).toEqual([]);
    await expect.poll(() => wakesAt(user)).toBe(at + flowLifetime);
  });
});
