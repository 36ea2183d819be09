import { describe, expect, test } from 'vitest';
import { secondsUntilNextRequest } from '../../../workers/service/objects/phone-request-limits.ts';
import type { CountedRequest } from '../../../workers/service/objects/phone-tables.ts';
import { requestCarrierOutcome } from '../../../workers/service/sign-in/carrier/carrier-calls.ts';
import { createNumberMatch } from '../../../workers/service/sign-in/carrier/number-match.ts';
import type { SignInContext } from '../../../workers/service/sign-in/flow/sign-in-context.ts';
import { limitKnownBrowser, limitSignIns } from '../../../workers/service/sign-in/limits/caller-limits.ts';
import type { AuthorizeContext } from '../../../workers/service/sign-in/settings/sign-in-settings.ts';
import type { SignIn } from '../../../workers/service/sign-in/stages/sign-in-cookie-value.ts';

const limit = 5;
const now = 1_000_000;
const stranger = { caller: 'address', known: false };
const owner = { caller: 'browser', known: true };

const request = (changes: Partial<CountedRequest>): CountedRequest => ({
  caller: stranger.caller,
  known: 0,
  status: 'sent',
  sent: now - 60,
  network: null,
  denial_cause: null,
  replaced_other: 0,
  resends: 0,
  ...changes,
});
const times = (count: number, changes: Partial<CountedRequest>) =>
  Array.from({ length: count }, () => request(changes));

describe('the wait before the next request to a phone', () => {
  test.each<[string, CountedRequest[], typeof stranger, number]>([
    ['nothing was asked', [], stranger, 0],
    ['one request a second ago: three seconds apart', [request({ sent: now - 1 })], stranger, 2],
    [
      'none for a known browser, whose request supersedes an unknown one’s',
      [request({ sent: now - 1 })],
      owner,
      0,
    ],
    ['after one of a known browser', [request({ sent: now - 1, known: 1 })], owner, 2],
    ['an unknown browser after a known one’s request', [request({ sent: now - 1, known: 1 })], stranger, 2],
    [
      'one that was not confirmed a second ago: none',
      [request({ sent: now, status: 'unconfirmed' })],
      stranger,
      0,
    ],
    ['four in ten minutes', times(4, {}), stranger, 0],
    ['five: until the first is ten minutes old', times(5, {}), stranger, 540],
    ['five from another address: the same', times(5, { caller: 'another' }), stranger, 540],
    ['five from unknown browsers: a known one need not wait', times(5, {}), owner, 0],
    ['five from a known browser: it waits', times(5, { caller: 'browser', known: 1 }), owner, 540],
    [
      'five from a known browser: another known browser need not',
      times(5, { caller: 'another browser', known: 1 }),
      owner,
      0,
    ],
    [
      'five from a known browser: unknown ones need not wait',
      times(5, { caller: 'browser', known: 1 }),
      stranger,
      0,
    ],
    ['five unconfirmed from this address', times(5, { status: 'unconfirmed' }), stranger, 540],
    ['five unconfirmed from another', times(5, { status: 'unconfirmed', caller: 'another' }), stranger, 0],
    [
      'five unconfirmed from this address: not for a known browser',
      times(5, { status: 'unconfirmed' }),
      owner,
      0,
    ],
    ['ten minutes later', times(5, { sent: now - 600 }), stranger, 0],
  ])('%s', (_, requests, caller, seconds) => {
    expect(secondsUntilNextRequest(requests, caller, now, limit)).toBe(seconds);
  });

  test.each([
    [1, 30],
    [2, 60],
    [3, 120],
    [9, 7_680],
    [12, 21_600],
    [40, 21_600],
  ])('after %i denials is %i seconds from the last', (count, seconds) => {
    const denials = Array.from({ length: count }, (_, index) =>
      request({ status: 'denied', sent: now - (count - index) * 1_000 - 4 }),
    );
    const last = now - 1_004;
    expect(secondsUntilNextRequest(denials, stranger, last, limit + count)).toBe(seconds);
    expect(secondsUntilNextRequest(denials, owner, now, limit)).toBe(0);
    const ofAnotherBrowser = denials.map((row) => ({ ...row, caller: 'another browser', known: 1 }));
    expect(secondsUntilNextRequest(ofAnotherBrowser, owner, now, limit)).toBe(0);
  });
});

describe('the wait before a push of an unknown browser', () => {
  const from = { ...stranger, network: 'a network' };
  const push = (changes: Partial<CountedRequest>) => request({ network: 'another network', ...changes });
  /** Pushes of a day, an hour apart, the last one an hour ago. */
  const hourly = (count: number, changes: Partial<CountedRequest> = {}) =>
    Array.from({ length: count }, (_, index) => push({ sent: now - (count - index) * 3_600, ...changes }));

  test.each<[string, CountedRequest[], number]>([
    ['an unanswered one', [push({ sent: now - 1 })], 29],
    ['thirty seconds later', [push({ sent: now - 30 })], 0],
    ['two: as long', [push({ sent: now - 40 }), push({ sent: now - 1 })], 29],
    ['three: twice as long', [40, 30, 1].map((ago) => push({ sent: now - ago })), 59],
    ['one with a number mismatch', [push({ sent: now - 3, status: 'mismatched' })], 0],
    ['fourteen in a day', hourly(14, { status: 'mismatched' }), 0],
    [
      'fifteen in a day, answered or not: until the first is a day old',
      hourly(15, { status: 'mismatched' }),
      9 * 3_600,
    ],
    ['fifteen that no carrier has confirmed', hourly(15, { status: 'unconfirmed' }), 0],
    ['fifteen of known browsers', hourly(15, { known: 1 }), 0],
  ])('%s', (_, requests, seconds) => {
    expect(secondsUntilNextRequest(requests, from, now, limit)).toBe(seconds);
  });
});

describe('the number to match', () => {
  test('is uniform from 10 to 99', () => {
    const drawn = Array.from({ length: 9_000 }, () => createNumberMatch());
    const counts = Map.groupBy(drawn, (match) => match);
    expect([...counts.keys()].sort()).toEqual(Array.from({ length: 90 }, (_, index) => String(10 + index)));
    for (const { length } of counts.values()) expect(Math.abs(length - 100)).toBeLessThan(60);
  });

  test('is drawn again if a value would be more likely', () => {
    const last = 2 ** 32 - 1;
    const fair = 90 * Math.floor(2 ** 32 / 90);
    const draws = [last, fair, fair - 1];
    expect(createNumberMatch(() => draws.shift() ?? 0)).toBe('99');
    expect(draws).toEqual([]);
    expect(createNumberMatch(() => 0)).toBe('10');
  });

  test('differs from the previous one', () => {
    const draws = [0, 0, 1];
    expect(createNumberMatch(() => draws.shift() ?? 0, '10')).toBe('11');
  });
});

describe('the carrier is asked for an outcome', () => {
  const phone = { requestId: 'r1', sent: now, telcoCd: 'S' as const };

  /** Asks for the result of a request: how often the carrier is called, and the answer. */
  async function ask({ used = '', later = 0, at = 'asked' }: { used?: string; later?: number; at?: string }) {
    let asked = 0;
    const limit = (name: string, expectedKey: string) => ({
      limit: async ({ key }: { key: string }) => ({ success: name !== used && key === expectedKey }),
    });
    const CARRIER = {
      outcome: async () => {
        asked += 1;
        return { status: 'denied' };
      },
    };
    const [OUTCOME_LIMIT, OUTCOME_ADDRESS_LIMIT] = [limit('sign-in', 's1'), limit('address', '203.0.113.7')];
    const env = { OUTCOME_LIMIT, OUTCOME_ADDRESS_LIMIT, CARRIER };
    const headers = { 'CF-Connecting-IP': '203.0.113.7' };
    const request = new Request('https://login.example.com/', { headers });
    const context = { request, env, now: now + later, note: () => {} } as unknown as SignInContext;
    const { status } = await requestCarrierOutcome(context, { id: 's1', stage: { at } } as SignIn, phone);
    return { asked, status };
  }

  test.each<[string, Parameters<typeof ask>[0], { asked: number; status: string }]>([
    ['while it is open', {}, { asked: 1, status: 'denied' }],
    ['a second before it expires', { later: 119 }, { asked: 1, status: 'denied' }],
    ['not after it has expired', { later: 120 }, { asked: 0, status: 'expired' }],
    ['after that where an approval was seen', { later: 300, at: 'approved' }, { asked: 1, status: 'denied' }],
    ['not where the sign-in has asked too often', { used: 'sign-in' }, { asked: 0, status: 'pending' }],
    ['not where the address has', { used: 'address' }, { asked: 0, status: 'pending' }],
  ])('%s', async (_, circumstances, expected) => {
    expect(await ask(circumstances)).toEqual(expected);
  });
});

describe('a sign-in counts against the limit', () => {
  const strangers = ['SIGN_IN_LIMIT', 'NETWORK_LIMIT', 'APPLICATION_LIMIT'];
  /** The limits that are counted, and their keys. */
  async function counted(
    address: string | undefined,
    exhausted?: string,
    counting: (context: AuthorizeContext) => Promise<unknown> = (context) =>
      limitSignIns(context, 'demoshop', stranger),
  ) {
    const keys: string[] = [];
    const limits = [...strangers, 'KNOWN_LIMIT', 'APPLICATION_KNOWN_LIMIT'].map((name) => [
      name,
      {
        limit: async ({ key }: { key: string }) => {
          keys.push(`${name} ${key}`);
          return { success: name !== exhausted };
        },
      },
    ]);
    const request = new Request('https://login.example.com/', {
      headers: address === undefined ? {} : { 'CF-Connecting-IP': address },
    });
    const context = { request, env: Object.fromEntries(limits) } as unknown as AuthorizeContext;
    const refusal = await counting(context);
    return { keys, refusal };
  }

  test.each<[string, (context: AuthorizeContext) => Promise<unknown>, string[]]>([
    ['known by its cookie', (context) => limitSignIns(context, 'demoshop', owner), ['KNOWN_LIMIT browser']],
    [
      'known there as well',
      (context) => limitKnownBrowser(context, 'demoshop', true),
      ['APPLICATION_KNOWN_LIMIT demoshop'],
    ],
    [
      'known there no more',
      (context) => limitKnownBrowser(context, 'demoshop', false),
      ['SIGN_IN_LIMIT 203.0.113.7', 'APPLICATION_LIMIT demoshop'],
    ],
  ])('of a browser that is %s', async (_, counting, keys) => {
    expect(await counted('203.0.113.7', undefined, counting)).toEqual({ keys });
  });

  test.each([
    [
      '2001:db8:1:2::9',
      ['SIGN_IN_LIMIT 2001:db8:1:2::/64', 'NETWORK_LIMIT 2001:db8:1::/48', 'APPLICATION_LIMIT demoshop'],
    ],
    ['203.0.113.7', ['SIGN_IN_LIMIT 203.0.113.7', 'APPLICATION_LIMIT demoshop']],
    [undefined, ['APPLICATION_LIMIT demoshop']],
  ])('%s: %j', async (address, keys) => {
    expect(await counted(address)).toEqual({ keys });
  });

  test.each(strangers)('%s, and is rejected if that is used up', async (name) => {
    expect((await counted('2001:db8:1:2::9', name)).refusal).toMatchObject({
      reason: 'too_many_requests',
      headers: { 'Retry-After': '60' },
    });
  });
});
