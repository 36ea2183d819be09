import { expect, test } from 'vitest';
import {
  type CallKind,
  delays,
  isUnderWay,
  type Told,
  waterfallOf,
} from '../support/assertions/waterfall.ts';

/** A call that starts at a time, and returns when it has arrived or later. */
const call = (to: string, began: number, more: { visit?: string; kind?: CallKind; ended?: number } = {}) => {
  const { kind = 'object', ended } = more;
  const reached = began + delays[kind];
  return { call: { visit: 'page', ...more, id: to, to, kind, began, reached, ended: ended ?? reached } };
};
const visit = (id: string, began: number, ended: number, by: string | null = null): Told => ({
  visit: { id, call: by, what: `GET /${id}`, began, ended },
});
const own = { visit: undefined } as unknown as { visit?: string };

test('sequential calls are hops, and simultaneous calls are one', () => {
  const told = [
    call('a', 0),
    call('b', 3),
    call('c', 170),
    call('d', 171),
    call('e', 340),
    visit('page', 0, 510),
  ];
  expect(waterfallOf(told)).toMatchObject({ hops: 3, path: ['a', 'c', 'e'], beside: ['b', 'd'] });
});

test("work after the response isn't a hop", () => {
  const told = [call('a', 0), call('beside', 161), visit('page', 0, 200)];
  expect(waterfallOf(told)).toMatchObject({ hops: 1, path: ['a'], beside: ['beside'] });
});

test("a carrier and the other half aren't hops, and calls of the other half are", () => {
  const told = [
    call('outcome', 0, { kind: 'carrier' }),
    call('get', 210, { kind: 'kv' }),
    call('POST /token', 340, { kind: 'http', ended: 620 }),
    call('redeem', 445, { visit: 'token' }),
    call('later', 606, { visit: 'token' }),
    visit('token', 441, 610, 'POST /token'),
    visit('page', 0, 630),
  ];
  const path = ['carrier outcome', 'KV get', 'HTTP POST /token', 'redeem'];
  expect(waterfallOf(told)).toMatchObject({ hops: 2, path, beside: ['later'] });
});

test("calls of work that isn't awaited don't count", () => {
  const told = [
    call('POST /event', 0, { kind: 'http', ended: 300 }),
    call('inside', 105, { visit: 'event' }),
    visit('event', 101, 290, 'POST /event'),
    visit('page', 0, 20),
  ];
  expect(waterfallOf(told)).toMatchObject({ hops: 0, path: [] });
});

test('a call of an awaited object is a hop of its own', () => {
  const told = [
    call('approve', 0, { ended: 330 }),
    call('terminate', 161, own),
    call('late', 331, own),
    visit('page', 0, 340),
  ];
  expect(waterfallOf(told)).toMatchObject({ hops: 2, path: ['approve', 'terminate'], beside: ['late'] });
});

test('of two equally long paths it always chooses the same', () => {
  for (const [one, other] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const told = [call('held', one), call('plid', other), call('grant', 170), visit('page', 0, 340)];
    expect(waterfallOf(told).path).toEqual(['held', 'grant']);
  }
});

test('a call is in progress until it is reported', () => {
  expect(isUnderWay([{ begins: 'a' }, { begins: 'b' }, call('b', 0)])).toBe(true);
  expect(isUnderWay([{ begins: 'a' }, call('a', 0)])).toBe(false);
});

test('each call is drawn below its request', () => {
  const { drawn } = waterfallOf([call('a', 0), call('b', 165), visit('page', 0, 170)]);
  expect(drawn.split('\n')).toEqual([
    'GET /page     0 to   170 ─────',
    '  a           0 to   160 █████',
    '  b         165 to   325      ░░░░░',
  ]);
});
