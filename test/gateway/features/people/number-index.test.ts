import * as v from 'valibot';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { keyRingSetting } from '../../../../workers/core/worker/key-settings.ts';
import { findUsers } from '../../../../workers/gateway/features/people/stored-users.ts';
import { User } from '../../../../workers/gateway/objects/user.ts';
import { gatewaySecrets } from '../../../support/world/test-settings.ts';
import { inMemory } from '../../support/objects-in-memory.ts';

const at = 1_800_000_000;
const plid = 'somebody';

/** A user's object and the indexes of numbers. @param hold is awaited before an index lists or unlists a plid. */
const objects = (hold: (index: string) => Promise<void> = async () => undefined) =>
  inMemory({ User }, (ask) => ({
    USER: {
      idFromName: (name: string) => name,
      get: (name: string) => ({
        async list(listed: string) {
          await hold(name);
          await ask('User', name, 'list', listed);
        },
        unlist: (listed: string) => ask('User', name, 'unlist', listed),
      }),
    },
  }));

let revision = 0;
beforeEach(() => {
  revision = 0;
});
const session = { agent: '', autoLoginYn: 'N', autoStatusCheck: 'N', created: at, expires: at + 600 };
const signIn = (index: string, id: string) => ({
  session: { ...session, id },
  began: at,
  revision: revision++,
  identity: 'sealed',
  ...{ attributes: ['phoneNo'], owner: undefined, owners: [] },
  ownerChanged: false,
  automatic: false,
  replaces: undefined,
  number: { plid, index },
});

test('a number that changes while its index is updated is listed only as the new one', async () => {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ask = objects(async (index) => {
    if (index !== 'number old') return;
    reached.resolve();
    await released.promise;
  });
  await ask('User', plid, 'signIn', signIn('number old', 'one'), at);
  const settling = ask('User', plid, 'alarm');
  await reached.promise;
  await ask('User', plid, 'signIn', signIn('number new', 'two'), at);
  released.resolve();
  await settling;
  expect(await ask('User', 'number new', 'listed')).toEqual([plid]);
  expect(await ask('User', 'number old', 'listed')).toEqual([]);
});

test('an index that is unreachable is updated a minute later', async () => {
  vi.useFakeTimers({ now: at * 1_000, toFake: ['Date'] });
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => {
    vi.useRealTimers();
    warn.mockRestore();
  });
  let isReachable = false;
  const ask = objects(async () => {
    if (!isReachable) throw new Error('the index does not answer');
  });
  await ask('User', plid, 'signIn', signIn('number new', 'one'), at);
  await ask('User', plid, 'alarm');
  expect(ask.alarmOf('User', plid)).toBe((at + 60) * 1_000);
  isReachable = true;
  await ask('User', plid, 'alarm');
  expect(await ask('User', 'number new', 'listed')).toEqual([plid]);
});

test('removing a user from an index keeps the others', async () => {
  const ask = objects();
  for (const one of ['first', 'second', 'third']) await ask('User', 'number', 'list', one);
  await ask('User', 'number', 'unlist', 'second');
  expect(await ask('User', 'number', 'listed')).toEqual(['first', 'third']);
  await ask('User', 'number', 'unlist', 'first');
  expect(await ask('User', 'number', 'listed')).toEqual(['third']);
});

test('a user listed under two keys is found once', async () => {
  const record = { identity: 'sealed', sessions: [] };
  const USER = {
    idFromName: String,
    get: () => ({ listed: async () => [plid], record: async () => record }),
  };
  const newer = `newer:${Buffer.from('0123456789abcdef'.repeat(2)).fill(7, 0, 8).toString('base64')}`;
  const KEYS = v.parse(keyRingSetting, `${newer},${gatewaySecrets.KEYS}`);
  const context = { env: { KEYS, USER, LOCATION_HINT: 'apac-ne' }, now: at } as never;
  expect(await findUsers(context, { phoneNo: '01012345678' })).toEqual([{ plid, identity: {}, record }]);
});
