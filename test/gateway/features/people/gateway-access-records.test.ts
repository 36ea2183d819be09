import { expect, test } from 'vitest';
import { gatewayEvents } from '../../../../workers/gateway/settings/gateway-events.ts';
import { userAnswer } from '../../../support/fakes/service-stand-in.ts';
import { readGatewayAudit, sendGatewayPeopleRequest } from '../../../support/requests/operator-requests.ts';
import { useGatewayWorld, Visitor } from '../../../support/world/gateway-world.ts';
import { gatewayKeys, gatewaySecrets, operatorName } from '../../../support/world/test-settings.ts';
import { useProjects } from '../../support/single-worker-world.ts';

const world = useGatewayWorld();

test('an access at the gateway is recorded with the pseudonym of each user that it shows or erases', async () => {
  const plid = crypto.randomUUID();
  world.standIn.answer({ user: () => userAnswer({ plid }) });
  await new Visitor(world).signIn();
  const [pseudonym] = await gatewayEvents.pseudonyms(gatewayKeys, plid);
  const from = { 'CF-Connecting-IP': '203.0.113.7' };
  await sendGatewayPeopleRequest(world, 'show', { plid, reason: 'ticket 1' }, from);
  await sendGatewayPeopleRequest(world, 'erase', { plid, reason: 'ticket 2' }, from);
  await sendGatewayPeopleRequest(world, 'show', { phoneNo: '01098760003', reason: 'ticket 3' });
  const { records } = await readGatewayAudit(world);
  expect(records).toMatchObject([
    {
      ...{ operator: operatorName, action: 'people show', by: 'plid', people: [pseudonym] },
      ...{ reason: 'ticket 1', address: '203.0.113.7' },
    },
    { action: 'people erase', people: [pseudonym], reason: 'ticket 2' },
    { action: 'people show', by: 'phoneNo', people: [], reason: 'ticket 3' },
    { action: 'audit list', people: [] },
  ]);
});

test.each(['show', 'erase'] as const)('%s at the gateway needs a reason', async (what) => {
  const response = await sendGatewayPeopleRequest(world, what, { plid: 'x', reason: undefined });
  expect([response.status, JSON.parse(await response.text())]).toMatchObject([
    400,
    { reason: 'missing_reason', message: expect.stringContaining('add: --reason') },
  ]);
});

const tokens = { people: '1123456789abcdef'.repeat(4), audit: '2123456789abcdef'.repeat(4) };
const ADMIN_TOKEN = `lee@people:${tokens.people},park@audit:${tokens.audit}`;
const scoped = useGatewayWorld({ secrets: { ...gatewaySecrets, ADMIN_TOKEN } });

test("a gateway's token for people reads no records, and one for records shows no people", async () => {
  const as = (token: string) => ({ Authorization: `Bearer ${token}` });
  const statuses = async (token: string) => [
    (await sendGatewayPeopleRequest(scoped, 'show', { plid: 'x' }, as(token))).status,
    (await scoped.fetch(`${scoped.gateway}/auth/admin/audit`, { headers: as(token) })).status,
  ];
  expect(await statuses(tokens.people)).toEqual([200, 401]);
  expect(await statuses(tokens.audit)).toEqual([401, 200]);
});

const secrets = { ADMIN_TOKEN: `kim:${'3123456789abcdef'.repeat(4)}` };
const projects = useProjects({
  operated: { main: 'parts-gateway-worker.ts', secrets, vars: { ACCESS_RECORD_DAYS: '730' } },
});

test('a gateway as one Worker records accesses in the class that it exports', async () => {
  const send = (path: string, init: RequestInit = {}) =>
    projects.fetch(`https://operated.example.com/auth/admin/${path}`, {
      ...init,
      headers: {
        Authorization: `Bearer ${'3123456789abcdef'.repeat(4)}`,
        'Content-Type': 'application/json',
      },
    });
  const body = JSON.stringify({ plid: 'x', reason: 'ticket 1' });
  expect((await send('people/show', { method: 'POST', body })).status).toBe(200);
  expect(await (await send('audit')).json()).toMatchObject({
    records: [{ operator: 'kim', action: 'people show' }, { action: 'audit list' }],
    days: 730,
  });
});
