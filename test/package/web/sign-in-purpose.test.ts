import { expect, test } from 'vitest';
import { isSameUser, purposeOf } from '../../../packages/plid/web/sign-in-purpose.ts';

const origin = 'https://shop.example.com';
const purposeAt = (parameters: object, headers: Record<string, string> = { Origin: origin }) =>
  purposeOf(new Request(`${origin}/login`, { headers }), parameters, origin);
const failureOf = (parameters: object, headers?: Record<string, string>): object => {
  try {
    purposeAt(parameters, headers);
  } catch (failure) {
    return failure as object;
  }
  throw new Error('It did not fail');
};

test.each([
  [{}, {}],
  [{ prompt: 'login' }, {}],
  [{ data: { cart: 1 } }, { data: { cart: 1 } }],
  [{ data: undefined }, {}],
  [{ connect: 'user 7' }, { connect: 'user 7' }],
  [
    { connect: 7, data: {} },
    { connect: '7', data: {} },
  ],
])('a sign-in with %j stores %j', (parameters, purpose) => {
  expect(purposeAt(parameters)).toEqual(purpose);
});

test('data of a sign-in is an object of at most 1,000 bytes, of which a Korean letter has three', () => {
  const written = (letter: string, count: number) => ({ data: { a: letter.repeat(count) } });
  for (const [letter, count] of [
    ['x', 992],
    ['한', 330],
  ] as const) {
    expect(purposeAt(written(letter, count))).toEqual(written(letter, count));
    const longer = written(letter, count + 1);
    expect(failureOf(longer)).toMatchObject({
      name: 'PlidMismatch',
      message: expect.stringContaining('data'),
    });
  }
  for (const data of [['a'], null, 'text', 7])
    expect(failureOf({ data })).toMatchObject({ reason: 'option' });
});

test('a user who connects a phone has an ID of at most 200 characters', () => {
  const [longest, longer] = [200, 201].map((length) => 'u'.repeat(length));
  expect(purposeAt({ connect: longest })).toEqual({ connect: longest });
  expect(failureOf({ connect: longer })).toMatchObject({
    reason: 'option',
    message: expect.stringContaining('connect'),
  });
});

test.each([undefined, null, '', 1.5, Number.NaN])('no phone is connected for the user %s', (connect) => {
  expect(failureOf({ connect })).toMatchObject({
    reason: 'account_mismatch',
    message: expect.stringContaining('at the start the user'),
  });
});

test.each<Record<string, string>>([
  {},
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site', Origin: origin },
  { 'Sec-Fetch-Site': 'none' },
])('no phone is connected by a form of another site: %j', (headers) => {
  expect(failureOf({ connect: 'user 7' }, headers)).toMatchObject({ reason: 'account_mismatch' });
});

test('a user at the callback is the one who connects the phone, by number or text', () => {
  expect([isSameUser('7', 7), isSameUser('7', '7'), isSameUser('7', '8')]).toEqual([true, true, false]);
  expect([isSameUser('undefined', undefined), isSameUser('', ''), isSameUser('null', null)]).toEqual([
    false,
    false,
    false,
  ]);
});
