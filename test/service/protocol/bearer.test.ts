import { describe, expect, test } from 'vitest';
import { administer, reportSubscriber } from '../../support/requests/operator-requests.ts';
import { operatorName, serviceSecrets } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';
import type { World } from '../../support/world/world.ts';

const list = (world: World, token: string) =>
  administer(world, 'GET', '', { headers: { Authorization: `Bearer ${token}` } });
const leave = (world: World, token: string) =>
  reportSubscriber(world, 'leave', { phoneNo: '01099990000' }, { Authorization: `Bearer ${token}` });

const nearMisses = (token: string): [string, string][] => [
  ['its first letter', token.slice(0, 1)],
  ['without its last letter', token.slice(0, -1)],
  ['without its first letter', token.slice(1)],
  ['one letter more', `${token}x`],
  ['another first letter', `x${token.slice(1)}`],
  ['another last letter', `${token.slice(0, -1)}x`],
  ['another letter in the middle', `${token.slice(0, 31)}x${token.slice(32)}`],
  ['upper case', token.toUpperCase()],
  ['the token twice', token + token],
];

describe("the token of an operator's API must match exactly", () => {
  const world = useWorld({ half: 'service' });

  test.each(nearMisses(serviceSecrets.ADMIN_TOKEN))(
    'ADMIN_TOKEN: %s is rejected with 401',
    async (_, token) => {
      expect((await list(world, token)).status).toBe(401);
    },
  );

  test.each(nearMisses(serviceSecrets.CARRIER_TOKEN))(
    'CARRIER_TOKEN: %s is rejected with 401',
    async (_, token) => {
      expect((await leave(world, token)).status).toBe(401);
    },
  );

  test('ADMIN_TOKEN and CARRIER_TOKEN are accepted, and only they are named in the log', async () => {
    expect((await list(world, serviceSecrets.ADMIN_TOKEN)).status).toBe(200);
    expect((await leave(world, serviceSecrets.CARRIER_TOKEN)).status).toBe(200);
    await expect.poll(() => tokensIn(world)).toEqual([operatorName, 'carrier']);
  });
});

describe('an API with several tokens', () => {
  const [kim, lee, old] = ['kim', 'lee', 'old'].map((name) => name.padEnd(40, '0123456789')) as [
    string,
    string,
    string,
  ];
  const world = useWorld({
    half: 'service',
    overrides: {
      'plid-service-applications': { secrets: { ADMIN_TOKEN: `kim:${kim},lee:${lee},old:${old}` } },
      'plid-service-subscribers': { secrets: { CARRIER_TOKEN: `carrier:${old},new:${kim}` } },
    },
  });

  test('accepts each, and logs its name but not its value', async () => {
    for (const token of [kim, lee, old]) expect((await list(world, token)).status).toBe(200);
    for (const token of [old, kim]) expect((await leave(world, token)).status).toBe(200);
    await expect.poll(() => tokensIn(world)).toEqual(['kim', 'lee', 'old', 'carrier', 'new']);
    for (const token of [kim, lee, old]) expect(world.logs()).not.toContain(token);
  });

  test.each([
    ['the other API’s', lee],
    ['a name', 'kim'],
    ['a name with its token', `kim:${kim}`],
    ['all of them', `kim:${kim},lee:${lee}`],
    ['nothing', ''],
  ])('rejects %s with 401, and logs no token name', async (_, token) => {
    const before = refusalsIn(world).length;
    expect((await leave(world, token)).status).toBe(401);
    if (token !== lee) expect((await list(world, token)).status).toBe(401);
    await expect.poll(() => refusalsIn(world).length).toBe(before + (token === lee ? 1 : 2));
    for (const line of refusalsIn(world)) expect(line).not.toHaveProperty('token');
  });
});

const linesOf = (world: World): Record<string, unknown>[] =>
  world
    .logs()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

/** The names of the tokens in the log, in order. */
const tokensIn = (world: World) => linesOf(world).flatMap(({ token }) => token ?? []);

const refusalsIn = (world: World) => linesOf(world).filter(({ status }) => status === 401);
