import { describe, expect, onTestFinished, test } from 'vitest';
import { NumberedWorld } from './support/numbered-world.ts';
import { type Command, playWithEachFault } from './support/play-command.ts';
import { commands } from './support/service-commands.ts';
import {
  allDisconnected,
  disconnected,
  everything,
  gone,
  type Left,
  leftOf,
  signInEnded,
} from './support/service-left.ts';
import type { StoredPerson } from './support/stored-user.ts';

/** What each command that ends something leaves of a user at once. */
const left: Record<string, Left> = {
  'POST /v1/user/disconnect': disconnected,
  'POST /admin/subscribers/leave': gone,
  'POST /admin/subscribers/disconnect': disconnected,
  'POST /admin/subscribers/end-automatic-logins': { ...everything, automatic: ['bank'], passkeys: 0 },
  'POST /admin/people/erase by plid': gone,
  'POST /admin/people/erase by number': gone,
  'POST /admin/people/end-passkeys': { ...everything, passkeys: 0 },
  'POST /account/disconnect of one': disconnected,
  'POST /account/disconnect of all': allDisconnected,
  'POST /account/forget-browsers': { ...everything, browsersForgotten: true },
  'POST /account/sign-out': { ...everything, tokens: ['bank', 'shop'] },
  'POST /account/end of a sign-in': signInEnded,
  'POST /account/end of an automatic login': {
    ...everything,
    ...{ automatic: ['bank'], passkeys: 0, browsersForgotten: true },
  },
  'POST /account/end of a passkey': { ...everything, passkeys: 0, browsersForgotten: true },
  'POST /account/end-passkey': { ...everything, passkeys: 0 },
  'POST /account/end of a consent': { ...disconnected, browsersForgotten: true },
  'POST /oauth2/openid/logout/confirm': { ...everything, automatic: ['bank'] },
  'Phone.leave': gone,
  'Phone.erase': gone,
  'Phone.approve by another owner': { ...gone, owner: 'another' },
  'POST /account/end-automatic-login': { ...everything, automatic: ['bank'], passkeys: 0 },
};

describe('a command of the service leaves the expected data of a user, without a failure:', () => {
  test.each(Object.entries(left))('%s', async (name, expected) => {
    const command = commands[name] as Command<StoredPerson>;
    const world = new NumberedWorld();
    onTestFinished(() => world.close());
    const person = await command.prepare(world);
    expect(await leftOf(world, person)).toEqual(everything);
    await world.during(() => command.run(world, person));
    expect(await leftOf(world, person)).toEqual(expected);
  });

  test('every command about a user is in this table', () => {
    const others = Object.keys(commands).filter((name) => !(name in left));
    expect(others.every((name) => name.includes('/admin/applications/'))).toBe(true);
    expect(Object.keys(left)).toHaveLength(21);
  });
});

describe('a command of the service whose n-th call fails, and that is run again, leaves the same data as without a failure:', () => {
  test.each(Object.entries(commands))('%s', { timeout: 60_000 }, async (_, command) => {
    expect((await playWithEachFault(command as Command<unknown>)).length).toBeGreaterThan(0);
  });
});
