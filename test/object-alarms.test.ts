import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { automaticLoginLifetime, grantLifetime } from '../workers/service/shared/service-lifetimes.ts';
import { type MeasuredObject, useMeasuredObjects } from './support/world/measured-world.ts';

const { object } = useMeasuredObjects();
const now = () => Math.floor(Date.now() / 1000);
const day = 86_400;

/** When an object wakes up, in seconds since 1970. */
const wakesAt = async (asked: MeasuredObject) => ((await asked.atRest()).alarm ?? 0) / 1000;

test('an account that sleeps until its automatic login ends wakes up for the grant of one', async () => {
  const account = await object('Account');
  const [device, before] = [randomUUID(), now() - 2 * grantLifetime];
  const asked = { client_id: 'shop', asked: ['ci'] };
  const full = { ...asked, id: device, identity: 'sealed', agreed: true, automaticLogin: 'Y' };
  await account.ask('grant', full, before);
  await expect.poll(() => wakesAt(account)).toBe(before + automaticLoginLifetime);
  const at = now();
  expect(await account.ask('grantAutomatically', { ...asked, id: randomUUID(), device }, at)).toBe('granted');
  expect(await wakesAt(account)).toBe(at + grantLifetime);
});

test('a user who logs out of a session that would outlast RETENTION_DAYS is looked at when those are over', async () => {
  const user = await object('User');
  const at = now();
  const flags = { agent: '', autoLoginYn: 'N', autoStatusCheck: 'N' };
  const session = { ...flags, id: 'a session', created: at, expires: at + 400 * day };
  const opened = {
    session,
    began: 0,
    revision: 0,
    identity: 'sealed',
    ownerChanged: false,
    automatic: false,
  };
  await user.ask('signIn', opened, at);
  expect(await wakesAt(user)).toBe(session.expires);
  expect(await user.ask('logOut', session.id, 'this', at + 5)).toEqual([session.id]);
  expect(await wakesAt(user)).toBe(at + 5 + 365 * day);
});
