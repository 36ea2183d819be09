import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { grantLifetime, phoneRequestCountPeriod } from '../../workers/service/settings/service-lifetimes.ts';
import { agreement, fromBrowser } from '../support/fixtures/agreement.ts';
import { type MeasuredObject, useMeasuredObjects } from './support/measured-world.ts';

const about = { client_id: 'shop', sign_in: 'one' };

const { object } = useMeasuredObjects();
const now = () => Math.floor(Date.now() / 1000);
const at = now();

const grant = (client_id: string, more: object = {}) => ({
  id: randomUUID(),
  client_id,
  asked: ['ci'],
  identity: 'sealed',
  agreement,
  ...fromBrowser,
  phone: 'a phone',
  automaticLogin: 'Y',
  ...more,
});
const session = (id: string) => ({
  id,
  agent: 'Chrome, Android',
  autoLoginYn: 'N',
  autoStatusCheck: 'N',
  created: at,
  expires: at + 43_200,
});
const opening = (id: string, more: object = {}) => ({
  session: session(id),
  began: Date.now(),
  revision: 1,
  identity: 'sealed',
  ...{ attributes: ['ci'], owner: 'an owner', owners: [], number: { plid: 'a plid', index: null } },
  ownerChanged: false,
  automatic: false,
  replaces: undefined,
  ...more,
});
const application = { client_id: 'shop', name: 'Shop', attributes: ['ci'], secrets: [], created: at };

type Call = [method: string, ...parameters: unknown[]];
const none: Call[] = [];
const device = randomUUID();
const oneGrant: Call[] = [['grant', grant('shop', { id: device }), at]];
const oneSession: Call[] = [['signIn', opening('a session', { revision: 0 }), at]];

type Change = [what: string, className: Parameters<typeof object>[0], before: Call[], call: Call];
const changes: Change[] = [
  ['the first grant of an account', 'Account', none, ['grant', grant('shop'), at]],
  ['a grant that renews a device', 'Account', oneGrant, ['grant', grant('shop', { device }), at]],
  ['a disconnect', 'Account', oneGrant, ['disconnect', 'shop', at]],
  ['leaving', 'Account', oneGrant, ['terminate', at]],
  [
    'the first request to a phone',
    'Phone',
    none,
    ['admit', 'x', { caller: 'y', known: false }, at, 5, about],
  ],
  [
    'the first approval',
    'Phone',
    none,
    ['approve', { owner: 'an owner', carrier: 'S', sent: at, signIn: 'one' }, at],
  ],
  ['the first sign-in of a user', 'User', none, ['signIn', opening('x', { revision: 0 }), at]],
  ['a sign-in', 'User', oneSession, ['signIn', opening('x', { replaces: 'a session' }), at]],
  ['the sign-in of a new owner', 'User', oneSession, ['signIn', opening('x', { ownerChanged: true }), at]],
  ['a sign-out everywhere', 'User', oneSession, ['logOut', 'a session', 'all', at]],
  ['a disconnect of a user', 'User', oneSession, ['disconnect', at, Date.now() + 60_000]],
  ['the registration of an application', 'Application', none, ['register', application, at, 'kim']],
];

/**
 * The last statements of a registration: the successful copy to KV is recorded, and repeated if that fails. The alarm
 * stays if the object needs it for another reason.
 */
const afterwards = 4;

test.each(changes)('%s is atomic, whichever statement fails', async (_, ...rest) => {
  const [className, before, [method, ...parameters]] = rest;
  const prepared = async (): Promise<MeasuredObject> => {
    const made = await object(className);
    for (const [earlier, ...given] of before) await made.ask(earlier, ...given);
    return made;
  };
  const all = (await (await prepared()).cost(method, ...parameters)).statements;
  const statements = method === 'register' ? all - afterwards : all;
  expect(statements).toBeGreaterThan(0);
  const one = await prepared();
  const untouched = (await one.atRest()).stored;
  for (let statement = 1; statement <= statements; statement += 1) {
    expect(await one.fails(statement, method, ...parameters)).toBe(true);
    expect((await one.atRest()).stored).toBe(untouched);
  }
  await one.ask(method, ...parameters);
  expect((await one.atRest()).stored).not.toBe(untouched);
});

/** In seconds from now; null without one. */
async function alarmOf(one: MeasuredObject): Promise<number | null> {
  const { alarm } = await one.atRest();
  return alarm === null ? null : Math.round(alarm / 1000) - now();
}

test('an earlier alarm stays, in memory and after a restart of the object', async () => {
  const account = await object('Account');
  await account.ask('grant', grant('shop'), at);
  expect((await account.atRest()).alarm).toBe((at + grantLifetime) * 1000);
  await account.ask('grant', grant('bank'), at + 20);
  expect((await account.atRest()).alarm).toBe((at + grantLifetime) * 1000);
  await account.restart();
  await account.ask('grant', grant('books'), at + 40);
  expect((await account.atRest()).alarm).toBe((at + grantLifetime) * 1000);
});

test('an alarm that runs early or twice changes nothing, and the next one is set', async () => {
  const account = await object('Account');
  await account.ask('grant', grant('shop'), at);
  const { stored } = await account.atRest();
  for (const _ of ['early', 'twice']) {
    await account.ask('alarm');
    expect((await account.atRest()).stored).toBe(stored);
    expect(await alarmOf(account)).toBeGreaterThan(600);
    expect(await alarmOf(account)).toBeLessThanOrEqual(grantLifetime);
  }
});

test('an alarm sets the next one for the first due row', async () => {
  const phone = await object('Phone');
  await phone.ask('admit', 'first', { caller: 'a browser', known: false }, now() - 300, 5, about);
  await phone.ask('admit', 'second', { caller: 'another', known: false }, now(), 5, about);
  await phone.ask('alarm');
  expect(await alarmOf(phone)).toBeLessThanOrEqual(phoneRequestCountPeriod - 300);
});

test('an object that an alarm has emptied is created again with an alarm', async () => {
  const phone = await object('Phone');
  const caller = { caller: 'a browser', known: false };
  await phone.ask('admit', 'long ago', caller, at - 1_000, 5, about);
  await expect.poll(() => phone.atRest()).toEqual({ stored: '{}', alarm: null });
  await phone.ask('admit', 'now', caller, at, 5, about);
  expect((await phone.atRest()).stored).toContain('a browser');
  expect(await alarmOf(phone)).toBeGreaterThan(500);
});

test('after a failed alarm the next call runs it at once', async () => {
  const account = await object('Account');
  await account.ask('grant', grant('shop'), at - 2 * grantLifetime);
  await expect.poll(() => alarmOf(account)).toBeGreaterThan(grantLifetime);
  expect(await account.fails(1, 'alarm')).toBe(true);
  await account.ask('grant', grant('bank'), at);
  await expect.poll(() => alarmOf(account)).toBeGreaterThan(600);
});

test("a failed alarm isn't postponed by later rows", async () => {
  const phone = await object('Phone');
  await phone.ask(
    'admit',
    'first',
    { caller: 'a browser', known: false },
    now() - phoneRequestCountPeriod + 4,
    5,
    about,
  );
  expect(await phone.fails(1, 'alarm')).toBe(true);
  await phone.ask('admit', 'second', { caller: 'another', known: false }, now(), 5, about);
  await expect.poll(async () => (await phone.atRest()).stored).not.toContain('a browser');
  expect((await phone.atRest()).stored).toContain('another');
});
