import { expect, test } from 'vitest';
import { exchangeCode, exchangeCodePreferring } from '../../../packages/plid/client/endpoint-calls.ts';

const doors = {
  exchangeCode,
  exchangeCodePreferring: async (...call: Parameters<typeof exchangeCodePreferring>) =>
    (await exchangeCodePreferring(...call)).token,
};

/** A service that answers with these members. */
const serviceWith = (members: object) => ({
  ...{ service: 'https://login.example.com', timeout: 1, clientId: 'demo', clientSecret: 'a secret' },
  paths: { token: '/oauth2/token' },
  fetch: async () => Response.json({ access_token: 'token-of-x', token_type: 'bearer', ...members }),
});

/** Exchanges a code with a service that answers with these members. */
const exchange = (door: keyof typeof doors, members: object, state?: string) =>
  doors[door](serviceWith(members), 'code', { state });

test.each(Object.keys(doors) as (keyof typeof doors)[])('%s checks the state of the answer', async (door) => {
  expect(await exchange(door, { state: 'mine' }, 'mine')).toMatchObject({ state: 'mine' });
  expect(await exchange(door, {}, 'mine')).not.toHaveProperty('state');
  await expect(exchange(door, { state: 'other' }, 'mine')).rejects.toThrow(
    /state belongs to another sign-in/,
  );
  await expect(exchange(door, { state: 7 }, 'mine')).rejects.toThrow(/state belongs to another sign-in/);
});

test.each(Object.keys(doors) as (keyof typeof doors)[])(
  '%s accepts a token of 8,192 characters, and no longer one',
  async (door) => {
    const longest = 'x'.repeat(8_192);
    expect(await exchange(door, { access_token: longest })).toMatchObject({ access_token: longest });
    await expect(exchange(door, { access_token: `${longest}x` })).rejects.toThrow(/access_token is missing/);
  },
);

test.each([
  ['Y', 'Y'],
  ['N', 'N'],
  ['y', undefined],
  [true, undefined],
  [undefined, undefined],
])('an answer about the automatic login of %j is read as %j', async (automatic_login, expected) => {
  const { automaticLogin, token } = await exchangeCodePreferring(
    serviceWith({ automatic_login }),
    'code',
    {},
  );
  expect([automaticLogin, Object.keys(token)]).toEqual([expected, ['access_token', 'token_type']]);
});
