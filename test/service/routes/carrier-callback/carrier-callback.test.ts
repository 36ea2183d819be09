import { describe, expect, test } from 'vitest';
import { logLines } from '../../../support/assertions/log-lines.ts';
import { sendCarrierCallback } from '../../../support/requests/operator-requests.ts';
import { jsonOf } from '../../../support/requests/service-requests.ts';
import { serviceSecrets } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const [kt, skt] = ['kt', 'skt'].map((name) => name.padEnd(40, '0123456789')) as [string, string];
const operator = serviceSecrets.CARRIER_TOKEN;
const world = useWorld({
  half: 'service',
  overrides: {
    'plid-service-carrier-callback': { secrets: { CARRIER_TOKEN: `kt@K:${kt},skt@S:${skt},${operator}` } },
  },
});

const said = async (token: string, body: unknown, headers = {}) => {
  const response = await sendCarrierCallback(world, token, body, headers);
  return [response.status, (await jsonOf(response)).message];
};
const taken = [200, 'The result will be fetched.'];
const lines = () => logLines(world).filter(({ worker }) => worker === 'service-carrier-callback');

describe('POST /carrier/answered', () => {
  test('responds the same for every request, once or repeated, and logs no request', async () => {
    expect(await said(kt, { requestId: 'nobody-waits-for-this' })).toEqual(taken);
    expect(await said(kt, { requestId: 'nobody-waits-for-this' })).toEqual(taken);
    await expect.poll(() => lines().at(-1)).toMatchObject({ token: 'kt@K', status: 200 });
    expect(world.logs()).not.toContain('nobody-waits-for-this');
  });

  test.each([
    ['no token', ''],
    ['a made-up one', `Bearer ${'y'.repeat(40)}`],
    ['the operator’s of applications', `Bearer ${serviceSecrets.ADMIN_TOKEN}`],
    ['the name of one', 'Bearer kt@K'],
  ])('rejects %s before it reads the body', async (_, Authorization) => {
    const headers = { Authorization, 'Content-Type': 'text/plain' };
    expect((await sendCarrierCallback(world, '', 'x'.repeat(100_000), headers)).status).toBe(401);
  });

  test('takes the carrier from the token, which has to name one', async () => {
    expect(await said(kt, { requestId: 'r', telcoCd: 'K' })).toEqual(taken);
    expect(await said(kt, { requestId: 'r', telcoCd: 'S' })).toEqual([
      400,
      'The value of telcoCd is not valid.',
    ]);
    expect(await said(operator, { requestId: 'r', telcoCd: 'S' })).toEqual(taken);
    expect(await said(operator, { requestId: 'r' })).toEqual([400, 'The required item telcoCd is missing.']);
    expect(await said(operator, { requestId: 'r', telcoCd: 'X' })).toEqual([
      400,
      'The value of telcoCd is not valid.',
    ]);
  });

  test.each([['x'.repeat(10_000)], ['x'.repeat(200)], [''], ['with space'], ['이름'], [7], [null], [{}]])(
    'names no object after the requestId %j',
    async (requestId) => {
      expect(await said(kt, { requestId })).toEqual([400, 'The value of requestId is not valid.']);
    },
  );

  test('rejects an empty body, another field, and another method', async () => {
    expect(await said(kt, {})).toEqual([400, 'The required item requestId is missing.']);
    expect((await sendCarrierCallback(world, kt, { requestId: 'r', phoneNo: '01000000001' })).status).toBe(
      400,
    );
    const got = await world.fetch(`${world.service}/carrier/answered`);
    expect([got.status, got.headers.get('Allow')]).toEqual([405, 'POST']);
  });

  test('limits the calls of one carrier without affecting another', async () => {
    await world.spend('CARRIER_CALLBACK_LIMIT', 'kt@K', 12_000);
    const refused = await sendCarrierCallback(world, kt, { requestId: 'r' });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
    expect(await said(skt, { requestId: 'r' })).toEqual(taken);
    await world.clock.advance(60);
    expect(await said(kt, { requestId: 'r' })).toEqual(taken);
  });
});
