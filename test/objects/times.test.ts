import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { firstRetryPause, nextAttempt } from '../../workers/core/http/delivery.ts';
import { openIdCodeLifetime, openIdTokenLifetime } from '../../workers/gateway/settings/gateway-lifetimes.ts';
import {
  accessTokenLifetime,
  automaticLoginLifetime,
  blockedBrowserPeriod,
  codeLifetime,
  cookieReuseMarkLifetime,
  previousDeviceCookieLifetime,
} from '../../workers/service/settings/service-lifetimes.ts';
import { NumberedWorld } from '../effects/support/numbered-world.ts';
import { fromBrowser } from '../support/fixtures/agreement.ts';
import { askingOf, fillAccount, fillPhone, fillUser, plid, signInOf } from './support/every-kind.ts';

const about = { client_id: 'shop', sign_in: 'one' };

let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
});
afterEach(() => world.close());

const client_id = 'demoshop000000000001';
const stored = () => JSON.stringify(world.stored());

describe('an alarm', () => {
  const fixtures = { Account: fillAccount, Phone: fillPhone, User: fillUser } as const;
  const names = { Account: plid, Phone: 'a number', User: plid };

  test.each(['Account', 'Phone', 'User'] as const)(
    'of %s that runs twice, or for nothing, changes nothing',
    async (className) => {
      await fixtures[className](world);
      world.elsewhere = () => new Response(null, { status: 202 });
      await world.advance(0, 4);
      const settled = stored();
      for (const _ of ['twice', 'for nothing']) {
        await world.objects.wake(`${className} ${names[className]}`);
        expect(stored()).toBe(settled);
        expect(world.objects.alarms().map(({ key }) => key)).toContain(`${className} ${names[className]}`);
      }
    },
  );

  test('of an account that runs twice sends each event once', async () => {
    await fillAccount(world);
    let sent = 0;
    world.kv.APPLICATIONS.put(
      'application:books',
      JSON.stringify({ client_id: 'books', version: 1, events: 'https://books.example/e' }),
    );
    world.elsewhere = () => {
      sent += 1;
      return new Response(null, { status: 202 });
    };
    await world.advance(1, 6);
    const first = sent;
    await world.advance(1, 6);
    expect(sent).toBe(first);
  });
});

describe('if the alarm of an object never runs, every value ends at its time', () => {
  const later = (seconds: number) => world.now + seconds;

  test('a code, and an access token', async () => {
    const ask = await fillAccount(world);
    // The second grant was made a second later.
    expect(await ask('redeem', 'second', client_id, later(1 + codeLifetime))).toBe('unknown');
    expect(await ask('redeem', 'second', client_id, later(codeLifetime))).toBe('redeemed');
    const end = codeLifetime + accessTokenLifetime;
    expect(await ask('read', 'second', client_id, false, later(end - 1))).toBeDefined();
    expect(await ask('read', 'second', client_id, false, later(end))).toBeUndefined();
  });

  test('an automatic login, in every method that reads or ends it', async () => {
    const ask = await fillAccount(world);
    const end = later(automaticLoginLifetime);
    const request = { id: 'x', client_id, device: 'first', generation: 0, asked: ['ci', 'name'] };
    expect(await ask('grantAutomatically', request, end)).toBe('refused');
    expect(await ask('automaticLogins', end - 1)).toHaveLength(1);
    expect(await ask('automaticLogins', end)).toEqual([]);
    expect(await ask('endAutomaticLogin', client_id, 'first', end)).toBe(false);
  });

  test('a device that a full sign-in renews counts only until its end', async () => {
    const ask = await fillAccount(world);
    const request = {
      id: 'x',
      client_id,
      asked: ['ci', 'name'],
      identity: 's',
      ...fromBrowser,
      device: 'first',
    };
    const late = { ...request, id: 'late' };
    expect(await ask('grant', late, later(automaticLoginLifetime))).toMatchObject({
      automatic: false,
      renewed: false,
    });
    expect(await ask('automaticLogins', later(automaticLoginLifetime))).toEqual([]);
  });

  test('a session, its login at a relying party, and the code and token of that login', async () => {
    const ask = await fillUser(world);
    const presented = { client_id: 'books', redirect_uri: 'https://books.example/callback' };
    expect(await ask('redeemOpenId', 'another login', presented, later(openIdCodeLifetime))).toBe('unknown');
    expect(
      await ask('redeemOpenId', 'another login', presented, later(openIdCodeLifetime - 1)),
    ).toMatchObject({ session: {} });
    const end = openIdCodeLifetime - 1 + openIdTokenLifetime;
    expect(await ask('openIdLogin', 'another login', later(end - 1))).toBeDefined();
    expect(await ask('openIdLogin', 'another login', later(end))).toBeUndefined();
    expect(await ask('session', 'second', later(3_599))).toBeDefined();
    const calls: [method: string, ...more: unknown[]][] = [['session'], ['sessions'], ['logOut', 'all']];
    for (const [method, ...more] of [...calls, ['keepOpenId', 'z', {}] as const])
      expect(await ask(method, 'second', ...more, later(3_600)), method).toSatisfy((found) => !found);
  });

  test('a session that had expired when the user was disconnected is not reported as ended', async () => {
    const ask = await fillUser(world);
    expect(await ask('disconnect', later(3_600), Date.now())).toEqual([]);
    expect(stored()).toContain('"logouts":{"version":1,"pending":[{');
  });

  test('the block of a forgotten browser, and the mark of a copied cookie', async () => {
    const ask = await fillPhone(world);
    const known = { caller: 'browser sent', known: true, since: world.now - 1, address: 'a', network: 'n' };
    const admit = (at: number) => ask('admit', `at ${at}`, known, at, 5, about);
    expect(await admit(later(blockedBrowserPeriod - 1))).toMatchObject({
      admitted: false,
      retryAfter: 1,
      known: false,
    });
    expect(await admit(later(blockedBrowserPeriod))).toMatchObject({ admitted: true, known: false });
    const marked = world.now - 300 + cookieReuseMarkLifetime;
    const fresh = { caller: 'fresh', known: true, since: marked, network: 'm' };
    expect(await ask('admit', 'before', fresh, marked - 1, 5, about)).toMatchObject({ reused: true });
    expect(await ask('admit', 'after', fresh, marked + 10, 5, about)).toMatchObject({ reused: false });
  });
});

describe('a clock that goes back', () => {
  test('lets no later mark become an earlier one', async () => {
    const ask = await fillPhone(world);
    await ask('forgetBrowser', 'browser sent', world.now - 1_000);
    await ask('forgetBrowsers', world.now);
    await ask('forgetBrowsers', world.now - 1_000);
    const since = world.now - 500;
    const request = { caller: 'another browser', known: true, since, address: 'a', network: 'n' };
    expect(await ask('admit', 'x', request, world.now + 60, 5, about)).toMatchObject({ known: false });
    expect(stored()).toContain(`"browser sent":${world.now}`);
  });

  test('keeps the order of access records, and their expiry', async () => {
    const ask = askingOf(world, 'AccessRecords', 'service');
    const access = { operator: 'kim', action: 'people show', people: [], request: 'r' };
    for (const at of [world.now, world.now - 1_000, world.now + 5]) await ask('append', { ...access, at });
    const { records } = (await ask('page', { after: 0, to: undefined, since: 0, until: undefined })) as {
      records: { at: number }[];
    };
    expect(records.map(({ at }) => at)).toEqual([world.now, world.now, world.now + 5]);
  });

  test('copies no device cookie: the former one is accepted while it was renewed in the future', async () => {
    const ask = await fillAccount(world);
    const log = (id: string, generation: number, at: number) =>
      ask('grantAutomatically', { id, client_id, device: 'first', generation, asked: ['ci', 'name'] }, at);
    expect(await log('a', 0, world.now + 100)).toMatchObject({ generation: 1 });
    expect(await log('b', 0, world.now)).toMatchObject({ generation: 1 });
    expect(await log('c', 1, world.now + 100 + previousDeviceCookieLifetime - 1)).toMatchObject({
      generation: 1,
    });
    expect(await log('d', 1, world.now + 100 + previousDeviceCookieLifetime)).toMatchObject({
      generation: 2,
    });
    expect(await log('e', 0, world.now + 1_000)).toBe('copied');
    expect(await log('f', 2, world.now + 1_000)).toBe('refused');
  });

  test('makes no one seen earlier, and no index or user expire', async () => {
    const ask = await fillUser(world);
    await ask(
      'signIn',
      signInOf('automatic', world.now - 1_000, {
        revision: undefined,
        identity: undefined,
        automatic: true,
        attributes: [],
      }),
      world.now - 1_000,
    );
    expect(await ask('record', world.now)).toMatchObject({ seen: world.now });
  });

  test('never abandons a delivery before its period, and never schedules one in the past', () => {
    const failed = { outcome: 'failed', retryAfter: 0, firstPause: firstRetryPause } as const;
    for (const now of [0, 50, 99]) {
      const next = nextAttempt(failed, 0, 100, now);
      expect(next).toBeGreaterThan(now);
      expect(next).toBeLessThanOrEqual(100);
    }
    expect(nextAttempt(failed, 0, 100, 100)).toBeUndefined();
    expect(nextAttempt({ ...failed, retryAfter: 1_000_000 }, 0, 100, 0)).toBe(100);
  });
});

describe('workers whose clocks differ by minutes', () => {
  test('a disconnection ends a session that began by an earlier clock, and no later one', async () => {
    const ask = await fillUser(world);
    const moment = Date.now();
    await ask(
      'signIn',
      signInOf('after', world.now - 300, { revision: 2, began: moment + 1 }),
      world.now - 300,
    );
    expect(await ask('disconnect', world.now + 300, moment)).toEqual(['second']);
    expect(await ask('session', 'after', world.now)).toBeDefined();
    expect(await ask('signIn', signInOf('late', world.now, { began: moment }), world.now)).toEqual({
      outcome: 'disconnected',
    });
    expect(await ask('disconnect', world.now, moment), 'the same event again').toEqual([]);
    expect(await ask('session', 'after', world.now)).toBeDefined();
  });

  test('an earlier event that arrives after a later one lets no sign-in between them in', async () => {
    const ask = await fillUser(world);
    const moment = Date.now();
    await ask('disconnect', world.now, moment);
    expect(await ask('disconnect', world.now + 1, moment - 60_000)).toEqual([]);
    const between = signInOf('between', world.now, { began: moment - 30_000 });
    expect(await ask('signIn', between, world.now)).toEqual({ outcome: 'disconnected' });
    expect(await ask('signIn', signInOf('after', world.now, { began: moment + 1 }), world.now)).toMatchObject(
      {
        outcome: 'signed_in',
      },
    );
  });

  test('an approval of a request before the end of a registration restores nothing, and one after it does', async () => {
    const ask = await fillPhone(world);
    await ask('leave', world.now);
    const approve = (sent: number) =>
      ask('approve', { owner: 'the owner', carrier: 'S', sent, signIn: 'one' }, world.now + 120);
    expect(await approve(world.now - 1)).toBeUndefined();
    expect(await approve(world.now)).toMatchObject({ registration: 'made' });
    expect(await approve(world.now - 1), 'the same owner again').toMatchObject({ registration: 'kept' });
  });
});

describe('once more after the refusal:', () => {
  const presented = { client_id: 'books', redirect_uri: 'https://books.example/callback' };

  test('a code of a relying party that was used twice never works again, and its token neither', async () => {
    const ask = await fillUser(world);
    expect(await ask('redeemOpenId', 'another login', presented, world.now)).toMatchObject({ session: {} });
    for (const _ of ['second', 'third']) {
      expect(await ask('redeemOpenId', 'another login', presented, world.now)).toBe('replayed');
      expect(await ask('openIdLogin', 'another login', world.now)).toBeUndefined();
    }
  });

  test.each([
    ['client_id', 'papers'],
    ['redirect_uri', 'https://papers.example/callback'],
    ['code_challenge', 'a challenge'],
  ])('a code of a relying party with another %s works afterwards with the right one', async (name, value) => {
    const ask = await fillUser(world);
    for (const _ of ['first', 'second'])
      expect(await ask('redeemOpenId', 'another login', { ...presented, [name]: value }, world.now)).toBe(
        'unknown',
      );
    expect(await ask('redeemOpenId', 'another login', presented, world.now)).toMatchObject({ session: {} });
  });

  test('a code that was used twice never works again, and its token neither', async () => {
    const ask = await fillAccount(world);
    expect(await ask('redeem', 'second', client_id, world.now)).toBe('redeemed');
    expect(await ask('redeem', 'second', client_id, world.now)).toBe('replayed');
    expect(await ask('redeem', 'second', client_id, world.now)).toBe('unknown');
    expect(await ask('read', 'second', client_id, false, world.now)).toBeUndefined();
  });

  test('a code of another application works afterwards for its own', async () => {
    const ask = await fillAccount(world);
    for (const _ of ['first', 'second'])
      expect(await ask('redeem', 'second', 'bank', world.now)).toBe('unknown');
    expect(await ask('redeem', 'second', client_id, world.now)).toBe('redeemed');
    expect(await ask('read', 'second', 'bank', true, world.now)).toBeUndefined();
    expect(await ask('read', 'second', client_id, true, world.now)).toBeDefined();
    for (const _ of ['second', 'third'])
      expect(await ask('read', 'second', client_id, true, world.now)).toBeUndefined();
  });

  test('a second wrong number in a sign-in is never followed by a request, however often it is reported', async () => {
    const ask = await fillPhone(world);
    expect(await ask('recordMismatch', 'mismatched', 'next', world.now), 'the same report again').toBe(true);
    for (const next of ['x', 'y']) expect(await ask('recordMismatch', 'next', next, world.now)).toBe(false);
    expect(await ask('recordMismatch', 'mismatched', 'x', world.now), 'another next').toBe(false);
  });

  test('a canceled sign-in is refused at every later step', async () => {
    const ask = await fillPhone(world);
    await ask('cancel', 'a canceled sign-in', world.now + 10);
    const approval = { owner: 'the owner', carrier: 'S', sent: world.now, signIn: 'a canceled sign-in' };
    for (const _ of ['first', 'second']) {
      expect(await ask('plid', 'a canceled sign-in')).toBeUndefined();
      expect(await ask('approve', approval, world.now)).toBeUndefined();
    }
    expect(await ask('plid', 'another sign-in')).toBeDefined();
  });

  test('the owner of an account that ended is replaced only once, even if the request is repeated', async () => {
    const ask = await fillPhone(world);
    const former = await ask('plid');
    const approval = { owner: 'the owner', carrier: 'S', sent: world.now, signIn: 'one' };
    const first = (await ask('replace', former, approval, world.now)) as { plid: string };
    expect(first).toMatchObject({ registration: 'made', plid: expect.not.stringMatching(String(former)) });
    for (const _ of ['second', 'third'])
      expect(await ask('replace', former, approval, world.now)).toEqual({
        registration: 'kept',
        plid: first.plid,
      });
  });

  test('a claimed flow is claimed once, whatever its outcome', async () => {
    for (const [name, end] of [
      ['a', 'succeed'],
      ['b', 'fail'],
      ['c', undefined],
    ] as const) {
      const ask = askingOf(world, 'Flow', name);
      const claim = { status: 'exchanging', code: 'c', deadline: world.now + 30, expires: world.now + 600 };
      expect(await ask('claim', claim, world.now)).toEqual({ status: 'claimed' });
      if (end !== undefined) await ask(end, 'flow_used');
      const outcome = await ask('outcome');
      for (const _ of ['second', 'third'])
        expect(await ask('claim', { ...claim, code: 'd' }, world.now)).toEqual(outcome);
      await ask('succeed', 'another plid');
      if (end !== undefined) expect(await ask('outcome')).toEqual(outcome);
    }
  });

  test("a claim in memory yields to a stored one, and its failure doesn't affect the stored one", async () => {
    const ask = askingOf(world, 'Flow', 'held');
    const claim = { status: 'exchanging', code: 'c', deadline: world.now + 30, expires: world.now + 600 };
    expect(await ask('claim', { ...claim, held: true }, world.now)).toEqual({ status: 'claimed' });
    expect(await ask('keep', claim, world.now)).toBe(true);
    for (const _ of ['second', 'third'])
      expect(await ask('keep', { ...claim, code: 'd' }, world.now)).toBe(false);
    await ask('fail', 'upstream_refused', true);
    expect(await ask('outcome')).toMatchObject({ status: 'exchanging', code: 'c' });
  });
});
