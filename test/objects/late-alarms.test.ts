import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { flowLifetime, flowOutcomeLifetime } from '../../workers/gateway/settings/gateway-lifetimes.ts';
import { maxWrongCodesOfNetwork } from '../../workers/service/objects/wrong-review-codes.ts';
import { disclosureSettings } from '../../workers/service/settings/disclosure-settings.ts';
import {
  accessTokenLifetime,
  automaticLoginLifetime,
  codeLifetime,
  maxSignInCookieLifetime,
  wrongReviewCodesPeriod,
} from '../../workers/service/settings/service-lifetimes.ts';
import { classes } from '../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../effects/support/numbered-world.ts';
import { askingOf, fillAccount, fillPhone } from './support/every-kind.ts';

let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
});
afterEach(() => world.close());

const client_id = 'demoshop000000000001';
const day = 86_400;
const stored = () => JSON.stringify(world.stored());
const alarmOf = (key: string) => world.objects.storages().get(key)?.alarm;

const claim = (more: object = {}) => ({
  ...{ status: 'exchanging', code: 'a code', deadline: world.now + 30, expires: world.now + flowLifetime },
  ...more,
});
const row = (name: string, ended: number | null) => ({
  row: { application: 'an application', name, sealed: 'sealed', revision: 1, ended },
  former: [],
});
const access = (more: object = {}) => ({
  ...{ at: world.now, operator: 'kim', action: 'people show', people: [], request: '1' },
  ...more,
});
const application = { client_id, name: 'Shop', attributes: ['ci'], secrets: [], created: 0, version: 1 };

/** What each class stores for a time, and how long. `Account`, `Phone`, and `User` are in times.test.ts. */
const kinds: Record<string, { fill: (ask: ReturnType<typeof askingOf>) => Promise<unknown>; until: number }> =
  {
    PushedRequest: { fill: (ask) => ask('use', world.now + 90, world.now), until: 90 },
    Flow: { fill: (ask) => ask('claim', claim(), world.now), until: flowLifetime + flowOutcomeLifetime },
    Disclosures: {
      fill: (ask) => ask('put', [row('a', world.now), row('b', null)], 'a key', world.now),
      until: 1095 * day,
    },
    AccessRecords: { fill: (ask) => ask('append', access()), until: 731 * day },
    GatewayAccessRecords: { fill: (ask) => ask('append', access()), until: 731 * day },
    Application: {
      fill: async (ask) => {
        await ask('register', application, world.now, 'kim');
        const { reviewer } = (await ask(
          'addReviewer',
          { digest: 'd', ends: world.now + day },
          world.now,
          'kim',
        )) as {
          reviewer: { id: string };
        };
        await ask('checkReviewCode', reviewer.id, ['wrong'], 'a network', world.now);
      },
      until: wrongReviewCodesPeriod,
    },
  };

test('every class of objects has a row here, or in times.test.ts', () => {
  const elsewhere = ['Account', 'Phone', 'User'];
  expect([...Object.keys(kinds), ...elsewhere].sort()).toEqual(Object.keys(classes).sort());
});

describe.each(Object.entries(kinds))('the alarm of %s', (className, { fill, until }) => {
  const key = `${className} one`;

  test('that runs early, or twice, changes nothing and is set again', async () => {
    await fill(askingOf(world, className, 'one'));
    await world.advance(0, 3);
    const before = stored();
    for (const _ of ['early', 'twice']) {
      await world.objects.wake(key);
      expect([stored(), alarmOf(key)]).toEqual([before, expect.any(Number)]);
    }
  });

  test('that runs late, and twice, deletes what has expired', async () => {
    await fill(askingOf(world, className, 'one'));
    await world.advance(0, 3);
    const before = stored();
    world.now += until + 30 * day;
    await world.objects.wake(key);
    const after = stored();
    expect(after).not.toBe(before);
    await world.objects.wake(key);
    expect(stored()).toBe(after);
  });
});

describe('if an alarm never runs,', () => {
  test('a pushed request stays used', async () => {
    const ask = askingOf(world, 'PushedRequest', 'one');
    expect(await ask('use', world.now + 90, world.now)).toBe(true);
    for (const seconds of [0, 89, 90, 91, 10 * day])
      expect(await ask('use', world.now + 90, world.now + seconds)).toBe(false);
  });

  test.each([
    ['signed in', (ask: ReturnType<typeof askingOf>) => ask('succeed', 'a plid')],
    ['failed', (ask: ReturnType<typeof askingOf>) => ask('fail', 'internal')],
  ])('the outcome of a flow that has %s ends at its time', async (_, end) => {
    const ask = askingOf(world, 'Flow', 'one');
    const first = claim();
    await ask('claim', first, world.now);
    await end(ask);
    const until = first.expires + flowOutcomeLifetime;
    expect(await ask('claim', first, until - 1)).toMatchObject({ code: 'a code' });
    expect(await ask('claim', first, until)).toEqual({ status: 'expired' });
  });

  test('no expired code, token, session, automatic login, or cached identity of an account is used', async () => {
    const ask = await fillAccount(world);
    const at = world.now;
    const device = { id: 'new', client_id, device: 'first', generation: 0, asked: ['ci'] };
    const openid = { redirect: 'a digest', code_challenge: undefined };
    expect(await ask('read', 'first', client_id, false, at + accessTokenLifetime)).toBeUndefined();
    expect(await ask('overview', 'of the pages', at + accessTokenLifetime)).toBeUndefined();
    expect(await ask('redeem', 'second', client_id, at + 1 + codeLifetime)).toBe('unknown');
    expect(await ask('redeemOpenId', 'first', client_id, openid, at + accessTokenLifetime)).not.toBeTypeOf(
      'object',
    );
    expect(await ask('cachedIdentity', 'held', at + maxSignInCookieLifetime - 1)).toBe('sealed');
    expect(await ask('cachedIdentity', 'held', at + maxSignInCookieLifetime)).toBeUndefined();
    const late = at + automaticLoginLifetime;
    expect(await ask('automaticLogins', late)).toEqual([]);
    expect(await ask('grantAutomatically', device, late)).toBe('refused');
    expect(await ask('endAutomaticLogin', client_id, 'first', late)).toBe(false);
  });

  test('no old request to a phone makes anyone wait, and none is open', async () => {
    const ask = await fillPhone(world);
    const stranger = { caller: 'another', known: false, network: 'another network' };
    const about = { client_id, sign_in: 'a new one' };
    const admitted = await ask('admit', 'late', stranger, world.now + 2 * day, 5, about);
    expect(admitted).toMatchObject({ admitted: true });
    expect((admitted as { unanswered?: { isOpen: boolean } }).unanswered?.isOpen ?? false).toBe(false);
  });

  test('no reviewer signs in after their period, and wrong codes no longer count after theirs', async () => {
    const ask = askingOf(world, 'Application', 'one');
    await ask('register', application, world.now, 'kim');
    const ends = world.now + 2 * wrongReviewCodesPeriod;
    const { reviewer } = (await ask('addReviewer', { digest: 'right', ends }, world.now, 'kim')) as {
      reviewer: { id: string; phoneNo: string };
    };
    const { id, phoneNo } = reviewer;
    const check = (code: string, at: number) => ask('checkReviewCode', id, [code], 'a network', at);
    for (let count = 0; count < maxWrongCodesOfNetwork; count += 1)
      expect(await check('wrong', world.now)).toEqual({ outcome: 'wrong' });
    const free = world.now + wrongReviewCodesPeriod;
    expect(await check('right', free - 1)).toEqual({ outcome: 'limited', retryAfter: 1 });
    expect(await check('right', free)).toMatchObject({ outcome: 'accepted' });
    expect([await ask('findReviewer', phoneNo, ends - 1), await ask('findReviewer', phoneNo, ends)]).toEqual([
      id,
      undefined,
    ]);
    expect(await ask('currentReviewer', id, ends)).toBeUndefined();
    expect(await check('right', ends)).toEqual({ outcome: 'wrong' });
  });

  test('no user is listed as affected after the notice period', async () => {
    const ask = askingOf(world, 'Disclosures', 'one');
    await ask('put', [row('a', world.now), row('b', null)], 'a key', world.now);
    const names = async (at: number) =>
      ((await ask('page', 'an application', '', 9, at)) as { name: string }[]).map(({ name }) => name);
    const notice = v.parse(disclosureSettings.NOTICE_DAYS, undefined) * day;
    expect(await names(world.now + notice - 1)).toEqual(['a', 'b']);
    expect(await names(world.now + notice)).toEqual(['b']);
  });
});
