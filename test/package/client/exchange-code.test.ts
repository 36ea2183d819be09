import { expect, test } from 'vitest';
import { exchangeCode, exchangeCodePreferring } from '../../../packages/plid/client/endpoint-calls.ts';

const doors = {
  exchangeCode,
  exchangeCodePreferring: async (...call: Parameters<typeof exchangeCodePreferring>) =>
    (await exchangeCodePreferring(...call)).token,
};

/** Exchanges a code with a service that answers with these members. */
const exchange = (door: keyof typeof doors, members: object, state?: string) =>
  doors[door](
    {
      ...{ service: 'https://login.example.com', timeout: 1, clientId: 'demo', clientSecret: 'a secret' },
      paths: { token: '/oauth2/token' },
      fetch: async () => Response.json({ access_token: 'token-of-x', token_type: 'bearer', ...members }),
    },
    'code',
    { state },
  );

test.each(Object.keys(doors) as (keyof typeof doors)[])('%s checks the state of the answer', async (door) => {
  expect(await exchange(door, { state: 'mine' }, 'mine')).toMatchObject({ state: 'mine' });
  expect(await exchange(door, {}, 'mine')).not.toHaveProperty('state');
  await expect(exchange(door, { state: 'other' }, 'mine')).rejects.toThrow(
    /state belongs to another sign-in/,
  );
  await expect(exchange(door, { state: 7 }, 'mine')).rejects.toThrow(/state belongs to another sign-in/);
});
