import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LatestSignIns } from '../../../workers/service/features/account-page/latest-sign-ins.ts';
import { maxGuesses } from '../../../workers/service/objects/phone-request-limits.ts';
import {
  noticeLinkLifetime,
  phoneRequestLifetime,
  wrongReviewCodesPeriod,
} from '../../../workers/service/settings/service-lifetimes.ts';
import { NumberedWorld } from '../../effects/support/numbered-world.ts';
import { storeUser } from '../../effects/support/stored-user.ts';
import { agreement, fromBrowser } from '../../support/fixtures/agreement.ts';
import { applications } from '../../support/world/test-settings.ts';

const { client_id } = applications.shop;
let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
});
afterEach(() => world.close());

describe('the reviewers of an application', () => {
  const ask = (method: string, ...values: unknown[]) =>
    world.objects.ask('Application', client_id, method, ...values);
  const add = async (digest = 'd') => {
    const given = { digest, ends: world.now + 86_400 };
    const { reviewer } = (await ask('addReviewer', given, world.now, 'kim')) as { reviewer: { id: string } };
    return reviewer.id;
  };
  const stored = () => JSON.stringify(world.stored());

  test('are listed oldest first, whatever their IDs', async () => {
    await storeUser(world);
    vi.mocked(crypto.randomUUID).mockReturnValueOnce('ffffffff-0000-4000-8000-000000000000');
    const first = await add();
    world.now += 1;
    const second = await add();
    expect(await ask('reviewers')).toMatchObject([{ id: first }, { id: second }]);
  });

  test('leave no count of wrong codes when they are removed, or when another is added after its hour', async () => {
    await storeUser(world);
    const [removed, kept] = [await add(), await add()];
    await ask('checkReviewCode', removed, ['x'], 'network 1', world.now);
    await ask('checkReviewCode', kept, ['x'], 'network 2', world.now);
    await ask('removeReviewer', removed, world.now, 'kim');
    expect([stored().includes('network 1'), stored().includes('network 2')]).toEqual([false, true]);
    world.now += wrongReviewCodesPeriod - 1;
    await add();
    expect(stored()).toContain('network 2');
    world.now += 1;
    await add();
    expect(stored()).not.toContain('network 2');
  });
});

test('the earlier consents of an account are in the order of their times', async () => {
  const { plid } = await storeUser(world);
  const account = (method: string, ...values: unknown[]) =>
    world.objects.ask('Account', plid, method, ...values);
  const [first] = (await account('connections')) as { agreed: number }[];
  for (const id of ['one', 'two']) {
    world.now += 10;
    const request = { id, client_id, asked: ['ci'], agreement, identity: 's', ...fromBrowser };
    await account('grant', request, world.now);
  }
  const times = [first?.agreed, world.now - 10];
  expect(await account('stored', world.now)).toMatchObject({
    earlierConsents: times.map((agreed) => ({ client_id, agreed })),
  });
});

test('a sign-in that was ended by its notice is remembered as long as the link of a notice works', () => {
  const kv = new Map<string, unknown>();
  const put = (key: string, value: unknown) => void kv.set(key, value);
  const signIns = new LatestSignIns({ kv: { get: (key: string) => kv.get(key), put } } as never);
  signIns.end('one', 100);
  const later = (at: number) => signIns.note({ client_id, at, known: true });
  later(100 + noticeLinkLifetime - 1);
  expect(signIns.ended('one')).toBe(100);
  later(100 + noticeLinkLifetime);
  expect(signIns.ended('one')).toBeUndefined();
});

describe('the requests to a phone', () => {
  const phone = (method: string, ...values: unknown[]) =>
    world.objects.ask('Phone', 'one', method, ...values);
  const admit = (id: string, from: object) =>
    phone('admit', id, { caller: id, ...from }, world.now, 5, { client_id, sign_in: id });

  test('of one second are listed with the open one last, whatever their IDs', async () => {
    await admit('z', { known: false, network: 'n' });
    await admit('a', { known: true, since: world.now - 60 });
    await phone('reached', 'a', 'carrier-a');
    const statuses = { requests: [{ status: 'superseded' }, { status: 'sent' }] };
    expect(await phone('stored')).toMatchObject(statuses);
  });

  test('of an unknown browser wait until the open one of a known browser is over', async () => {
    await admit('a', { known: true, since: world.now - 60 });
    world.now += 10;
    const retryAfter = phoneRequestLifetime - 10;
    expect(await admit('z', { known: false, network: 'n' })).toMatchObject({ admitted: false, retryAfter });
  });

  test.each([
    [phoneRequestLifetime - 1, true, 'superseded'],
    [phoneRequestLifetime, false, 'sent'],
  ])('are open for two minutes: %i seconds after the first', async (passed, isOpen, status) => {
    await admit('a', { known: true, since: world.now - 60 });
    await phone('reached', 'a', 'S a');
    world.now += passed;
    expect(await admit('b', { known: true, since: world.now - 60 })).toMatchObject({
      unanswered: { id: 'a', isOpen },
    });
    await phone('reached', 'b', 'S b');
    expect(await phone('stored')).toMatchObject({ requests: [{ status }, { status: 'sent' }] });
  });

  test('report once that the limit of guessed names is reached', async () => {
    const reached: unknown[] = [];
    for (let count = 1; count <= maxGuesses + 1; count += 1) {
      const from = { known: false, network: `n${count}`, proved: true };
      expect(await admit(`r${count}`, from)).toMatchObject({ admitted: true });
      reached.push(await phone('unconfirmed', `r${count}`, world.now));
      world.now += 5;
    }
    expect(reached.indexOf(true)).toBe(maxGuesses - 1);
    expect(reached.filter(Boolean)).toHaveLength(1);
  });
});
