import { describe, expect, test } from 'vitest';
import { administer, reportSubscriber } from '../support/requests/operator-requests.ts';
import { serviceSecrets } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const nearMisses = (token: string): [string, string][] => [
  ['its first letter', token.slice(0, 1)],
  ['all but its last letter', token.slice(0, -1)],
  ['all but its first letter', token.slice(1)],
  ['one letter more', `${token}x`],
  ['another first letter', `x${token.slice(1)}`],
  ['another last letter', `${token.slice(0, -1)}x`],
  ['another letter in the middle', `${token.slice(0, 31)}x${token.slice(32)}`],
  ['upper case', token.toUpperCase()],
  ['the token twice', token + token],
];

describe('the token of an operator’s API is taken whole or not at all', () => {
  test.each(nearMisses(serviceSecrets.ADMIN_TOKEN))('ADMIN_TOKEN: %s is refused', async (_, token) => {
    const headers = { Authorization: `Bearer ${token}` };
    expect((await administer(world, 'GET', '', { headers })).status).toBe(401);
  });

  test.each(nearMisses(serviceSecrets.CARRIER_TOKEN))('CARRIER_TOKEN: %s is refused', async (_, token) => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await reportSubscriber(world, 'leave', { phoneNo: '01099990000' }, headers);
    expect(response.status).toBe(401);
  });

  test('the tokens themselves are taken', async () => {
    expect((await administer(world, 'GET')).status).toBe(200);
    expect((await reportSubscriber(world, 'leave', { phoneNo: '01099990000' })).status).toBe(200);
  });
});
