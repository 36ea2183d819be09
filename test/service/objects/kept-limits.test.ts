import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  isDailyPushLimitReached,
  maxInDay,
  secondsUntilNextRequest,
} from '../../../workers/service/objects/phone-request-limits.ts';
import { undeliveredEventKey } from '../../../workers/service/objects/undelivered-events.ts';
import {
  maxWrongCodes,
  maxWrongCodesOfNetwork,
} from '../../../workers/service/objects/wrong-review-codes.ts';
import {
  eventRetryPeriod,
  manualRedeliveryPeriod,
  wrongReviewCodesPeriod,
} from '../../../workers/service/settings/service-lifetimes.ts';
import { NumberedWorld } from '../../effects/support/numbered-world.ts';
import { storeRefusedEvent, storeUser } from '../../effects/support/stored-user.ts';
import { agreement, fromBrowser } from '../../support/fixtures/agreement.ts';
import { applications } from '../../support/world/test-settings.ts';

const { client_id } = applications.shop;
let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
});
afterEach(() => world.close());

describe('the pushes of unknown browsers in a day', () => {
  test('end their own second chance after a wrong number, and not that of a known browser', async () => {
    const phone = (method: string, ...values: unknown[]) =>
      world.objects.ask('Phone', 'one', method, ...values);
    const admit = (id: string, from: object) =>
      phone('admit', id, { caller: id, ...from }, world.now, 5, { client_id, sign_in: id });
    for (let count = 1; count <= maxInDay; count += 1) {
      expect(await admit(`p${count}`, { known: false, network: `n${count}` })).toMatchObject({
        admitted: true,
      });
      world.now += 4_000;
    }
    expect(await phone('recordMismatch', `p${maxInDay}`, 'next', world.now)).toBe(false);
    expect(await admit('known', { known: true, since: world.now - 60 })).toMatchObject({ admitted: true });
    expect(await phone('recordMismatch', 'known', 'known~', world.now)).toBe(true);
  });

  test('count without those of known browsers', () => {
    const at = 1_800_000_000;
    const pushes = (known: 0 | 1) =>
      Array.from({ length: maxInDay }, (_, index) => ({
        ...{ status: 'approved', denial_cause: null, caller: `c${index}`, network: 'n', known },
        ...{ sent: at - 60 * (maxInDay - index), replaced_other: 0 },
      })) as never;
    expect([0, 1].map((known) => isDailyPushLimitReached(pushes(known as 0 | 1), at))).toEqual([true, false]);
  });

  test.each([
    ['the caller', { caller: 'a', network: 'another' }, 86_300],
    ['another caller in the same network', { caller: 'b', network: 'n' }, 86_300],
    ['a caller elsewhere', { caller: 'b', network: 'another' }, 0],
  ])('that the owner did not send block %s', (_, from, wait) => {
    const denied = {
      status: 'denied',
      denial_cause: 'not me',
      caller: 'a',
      network: 'n',
      known: 0,
      sent: 1_800_000_000,
    };
    const row = {
      ...denied,
      replaced_other: 0,
      sign_in: 's',
      resends: 0,
      client_id: 'c',
      carrier_id: null,
    } as never;
    expect(secondsUntilNextRequest([row], { ...from, known: false }, 1_800_000_100, 5)).toBe(wait);
  });
});

test('a user who reconnects, discloses nothing, and disconnects again is affected until the first end only', async () => {
  const { plid, phone } = await storeUser(world);
  const account = (method: string, ...values: unknown[]) =>
    world.objects.ask('Account', plid, method, ...values);
  const first = world.now;
  await account('disconnect', client_id, first);
  const request = {
    id: 'again',
    client_id,
    asked: ['ci'],
    identity: 'sealed',
    agreement,
    phone,
    ...fromBrowser,
  };
  expect(await account('grant', request, first + 100)).toMatchObject({ outcome: 'granted' });
  expect(await account('disconnect', client_id, first + 200)).toBe(true);
  const { disclosures } = (await account('stored', first + 200)) as {
    disclosures: { client_id: string; ended?: number }[];
  };
  expect(disclosures.find((each) => each.client_id === client_id)?.ended).toBe(first);
});

describe('the list of undelivered events has an event', () => {
  const expiries = () =>
    [...world.kv.APPLICATIONS.values].flatMap(([name, { expires }]) =>
      name.startsWith(undeliveredEventKey(client_id)) ? [expires] : [],
    );

  test('that was refused as long as an operator may send it again', async () => {
    await storeRefusedEvent(world, await storeUser(world));
    for (const expires of expiries()) expect(expires).toBe(world.now + manualRedeliveryPeriod);
    expect(expiries().length).toBeGreaterThan(0);
  });

  test('that is retried as long as it is retried, and not once it was accepted', async () => {
    const { plid } = await storeUser(world);
    world.elsewhere = () => new Response(null, { status: 503 });
    await world.objects.ask('Account', plid, 'disconnect', client_id, world.now);
    await world.advance(1);
    for (const expires of expiries()) expect(expires).toBe(world.now + eventRetryPeriod);
    expect(expiries().length).toBeGreaterThan(0);
    world.elsewhere = () => new Response(null, { status: 202 });
    await world.advance(3_600, 5);
    expect(expiries()).toEqual([]);
  });
});

test('a deleted application is not imported, because its tokens would be valid again', async () => {
  const ask = (method: string, ...values: unknown[]) =>
    world.objects.ask('Application', client_id, method, ...values);
  const described = { client_id, name: 'Shop', attributes: [], secrets: [], created: 0 };
  await ask('register', described, world.now, 'kim');
  await ask('delete', world.now, 'kim');
  expect(await ask('import', described, true, world.now, 'kim')).toEqual({ refused: 'application_deleted' });
});

/**
 * A store reviewer of a new application, and calls to the application's object. @param digest of the reviewer's code.
 * @param period of the review, in seconds.
 */
async function addedReviewer(digest: string, period = 60) {
  const ask = (method: string, ...values: unknown[]) =>
    world.objects.ask('Application', client_id, method, ...values);
  await ask(
    'register',
    { client_id, name: 'Shop', attributes: [], secrets: [], created: 0 },
    world.now,
    'kim',
  );
  const added = await ask('addReviewer', { digest, ends: world.now + period }, world.now, 'kim');
  return { ask, ...(added as { reviewer: { id: string; phoneNo: string } }) };
}

test('the reviewers of a deleted application sign in nowhere', async () => {
  const { ask, reviewer } = await addedReviewer('d');
  await ask('delete', world.now, 'kim');
  expect(await ask('findReviewer', reviewer.phoneNo, world.now)).toBeUndefined();
  expect(await ask('currentReviewer', reviewer.id, world.now)).toBeUndefined();
});

test.each(['Y', 'N'] as const)(
  'a token of an application with reads: once is read once, with automatic login %s',
  async (automaticLogin) => {
    const account = (method: string, ...values: unknown[]) =>
      world.objects.ask('Account', 'a plid', method, ...values);
    const request = {
      id: 'one',
      client_id,
      asked: ['ci'],
      identity: 'sealed',
      agreement,
      automaticLogin,
      ...fromBrowser,
    };
    await account('grant', request, world.now);
    await account('redeem', 'one', client_id, world.now);
    expect(await account('read', 'one', client_id, false, world.now)).toMatchObject({ identity: 'sealed' });
    expect(await account('read', 'one', client_id, true, world.now)).toMatchObject({ identity: 'sealed' });
    expect(await account('read', 'one', client_id, true, world.now)).toBeUndefined();
  },
);

test('a connection that was ended and has disclosed again is no longer ended in the index, at once', async () => {
  const { plid, phone } = await storeUser(world);
  const account = (method: string, ...values: unknown[]) =>
    world.objects.ask('Account', plid, method, ...values);
  await account('disconnect', client_id, world.now);
  const request = {
    id: 'again',
    client_id,
    asked: ['ci'],
    identity: 'sealed',
    agreement,
    phone,
    ...fromBrowser,
  };
  await account('grant', request, world.now + 1);
  await account('redeem', 'again', client_id, world.now + 1);
  const { disclosures } = (await account('stored', world.now + 1)) as {
    disclosures: { client_id: string; last: number; ended?: number }[];
  };
  const found = disclosures.find((each) => each.client_id === client_id);
  expect(found).toMatchObject({ last: world.now + 1 });
  expect(found).not.toHaveProperty('ended');
});

describe('a registration', () => {
  const phone = (method: string, ...values: unknown[]) =>
    world.objects.ask('Phone', 'one', method, ...values);
  const approve = (owner: string | undefined, more: object = {}) =>
    phone('approve', { owner, carrier: 'S', sent: world.now, signIn: 'a sign-in', ...more }, world.now);

  test('without a known owner survives an approval without one, and then gets its owner', async () => {
    const made = await approve(undefined);
    expect(made).toMatchObject({ registration: 'made' });
    const { plid } = made as { plid: string };
    expect(await approve(undefined)).toEqual({ plid, registration: 'kept' });
    expect(await approve('an owner')).toEqual({ plid, registration: 'kept' });
    expect(await approve(undefined)).toEqual({ plid: undefined, registration: 'unproven' });
    expect(await approve('an owner')).toEqual({ plid, registration: 'kept' });
  });

  test('of an owner who has moved to another carrier names the new one', async () => {
    await approve('an owner');
    expect(await phone('stored')).toMatchObject({ registration: { carrier: 'S' } });
    expect(await approve('an owner', { carrier: 'K' })).toMatchObject({ registration: 'kept' });
    expect(await phone('stored')).toMatchObject({ registration: { carrier: 'K' } });
  });

  test('that is approved forgets requests of known browsers, and keeps pushes of unknown ones', async () => {
    const admit = async (id: string, from: object) => {
      const about = { client_id, sign_in: `sign-in of ${id}` };
      expect(await phone('admit', id, { caller: id, ...from }, world.now, 5, about)).toMatchObject({
        admitted: true,
      });
      world.now += 60;
    };
    await admit('unknown', { known: false, network: 'n' });
    await admit('known', { known: true, since: world.now, network: 'm' });
    await admit('own', { known: true, since: world.now, network: 'o' });
    await approve('an owner', { admission: 'own' });
    const { requests } = (await phone('stored')) as { requests: { sign_in: string }[] };
    expect(requests.map(({ sign_in }) => sign_in)).toEqual(['sign-in of unknown']);
  });
});

test('an owner who blocks requests stops all unknown browsers for an hour, and one who only denies stops one', () => {
  const at = 1_800_000_000;
  const wait = (denial_cause: string, since: number) => {
    const denied = { status: 'denied', caller: 'a', network: 'n', known: 0, sent: at, denial_cause };
    return secondsUntilNextRequest(
      [{ ...denied, replaced_other: 0, sign_in: 's', resends: 0, client_id: 'c', carrier_id: null } as never],
      { caller: 'b', known: false, network: 'm' },
      at + since,
      5,
    );
  };
  expect([wait('blocked', 60), wait('blocked', 3_600), wait('not me', 60)]).toEqual([3_540, 0, 0]);
});

test('a review code whose key is rotated is stored with the current key after its next use', async () => {
  const {
    ask,
    reviewer: { id },
  } = await addedReviewer('former');
  const check = (...digests: string[]) => ask('checkReviewCode', id, digests, 'a network', world.now);
  expect(await check('current', 'former')).toMatchObject({ outcome: 'accepted' });
  expect(await check('current')).toMatchObject({ outcome: 'accepted' });
  expect(await check('former')).toEqual({ outcome: 'wrong' });
});

test('the right review code ends the count of wrong ones', async () => {
  const {
    ask,
    reviewer: { id },
  } = await addedReviewer('right');
  const check = (code: string, network: number) =>
    ask('checkReviewCode', id, [code], `n${network}`, world.now);
  for (let count = 1; count < maxWrongCodes; count += 1) await check('wrong', count);
  expect(await check('right', 0)).toMatchObject({ outcome: 'accepted' });
  for (let count = 1; count < 3; count += 1)
    expect(await check('wrong', count)).toEqual({ outcome: 'wrong' });
});

test.each([
  ['all networks', maxWrongCodes, (count: number) => `n${count}`],
  ['one network', maxWrongCodesOfNetwork, () => 'n'],
])(
  'the wrong review codes of %s count until an hour after the first of them',
  async (_, limit, networkOf) => {
    const ends = world.now + wrongReviewCodesPeriod;
    const { ask, reviewer } = await addedReviewer('right', 2 * wrongReviewCodesPeriod);
    const check = (code: string, count: number) =>
      ask('checkReviewCode', reviewer.id, [code], networkOf(count), world.now);
    for (let count = 0; count < limit; count += 1) {
      expect(await check('wrong', count)).toEqual({ outcome: 'wrong' });
      world.now += 1;
    }
    expect(await check('right', 0)).toEqual({ outcome: 'limited', retryAfter: ends - world.now });
    world.now = ends - 1;
    expect(await check('right', 0)).toEqual({ outcome: 'limited', retryAfter: 1 });
    world.now = ends;
    expect(await check('right', 0)).toMatchObject({ outcome: 'accepted' });
  },
);
