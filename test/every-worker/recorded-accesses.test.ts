import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { access_not_recorded } from '../../workers/core/protocol/refusals.ts';
import { gatewayEvents } from '../../workers/gateway/settings/gateway-events.ts';
import { storedIdentity } from '../../workers/gateway/settings/gateway-sealed-types.ts';
import { undeliveredEventKey } from '../../workers/service/objects/undelivered-events.ts';
import { serviceEvents } from '../../workers/service/settings/service-events.ts';
import { phoneIn } from '../service/support/phone-objects.ts';
import { account, grantSignIn } from '../support/fixtures/grants.ts';
import { storePasskey } from '../support/fixtures/stored-passkeys.ts';
import { readAudit, readGatewayAudit } from '../support/requests/operator-requests.ts';
import { listedWorkers } from '../support/world/configurations.ts';
import {
  applications,
  gatewayKeys,
  gatewaySecrets,
  operatorName,
  serviceKeys,
  serviceSecrets,
} from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';

/** A token of a user for the subscribers API. Calls of systems aren't recorded (attacks/access-records.test.ts). */
const carrierPerson = '2123456789abcdef'.repeat(4);
const secrets = { CARRIER_TOKEN: `${serviceSecrets.CARRIER_TOKEN},lee:${carrierPerson}` };
const world = useWorld({ overrides: { 'plid-service-subscribers': { secrets } } });
const { client_id } = applications.shop;

/** Every route of an operator, as the workers define them. */
const routes = listedWorkers
  .flatMap(({ routes }) => routes)
  .filter((route) => /^[A-Z]+ (?:\/auth)?\/admin\//.test(route));

interface Person {
  plid: string;
  phoneNo: string;
  jti: string;
}

/** Body or query of a request about a user. */
type Sent = (person: Person) => { body?: object; query?: string };
const by: Sent = ({ plid }) => ({ body: { plid, reason: 'ticket 1' } });
const number: Sent = ({ phoneNo }) => ({ body: { phoneNo } });
const numberAtShop: Sent = ({ phoneNo }) => ({ body: { phoneNo, client_id } });
const inTime: Sent = () => ({ body: { client_id, since: 0, until: 9_999_999_999, reason: 'ticket 1' } });

/** The routes that record an access: its action, and a request that reaches the data of a user, or none for a reading of the records. */
const recorded: Record<string, [action: string, sent?: Sent]> = {
  'POST /admin/people/show': ['people show', by],
  'POST /admin/people/erase': ['people erase', by],
  'POST /admin/people/end-passkeys': ['people end-passkeys', by],
  'POST /admin/people/affected': ['people affected', inTime],
  'GET /admin/applications/:client_id/events': ['events list', () => ({ query: '?reason=ticket%201' })],
  'POST /admin/applications/:client_id/events/resend': [
    'events resend',
    ({ jti }) => ({ body: { jti, reason: 'ticket 1' } }),
  ],
  'POST /admin/subscribers/leave': ['subscribers leave', number],
  'POST /admin/subscribers/automatic-logins': ['subscribers automatic-logins', number],
  'POST /admin/subscribers/end-automatic-logins': ['subscribers end-automatic-logins', numberAtShop],
  'POST /admin/subscribers/connections': ['subscribers connections', number],
  'POST /admin/subscribers/disconnect': ['subscribers disconnect', numberAtShop],
  'GET /admin/audit': ['audit list'],
  'POST /auth/admin/people/show': ['people show', by],
  'POST /auth/admin/people/erase': ['people erase', by],
  'GET /auth/admin/audit': ['audit list'],
};

let numbers = 0;

/** A user whom both services have stored, with an automatic login and an event that the shop hasn't received. */
async function newPerson(): Promise<Person> {
  numbers += 1;
  const phoneNo = `0104444${String(numbers).padStart(4, '0')}`;
  const at = await world.clock.now();
  const phone = await phoneIn(world, phoneNo);
  const plid =
    (await phone.approve({ owner: `owner ${phoneNo}`, carrier: 'S', sent: at, signIn: 'a sign-in' }, at))
      ?.plid ?? '';
  const { grant } = await grantSignIn(world, { plid, automaticLogin: 'Y' });
  await account(world, plid).redeem(grant, client_id, at);
  await storePasskey(world, { plid, grant });
  const session = { id: randomUUID(), agent: '', autoLoginYn: 'N', autoStatusCheck: 'N', created: at };
  await world.durableObjects.USER.getByName(plid).signIn(
    {
      session: { ...session, expires: at + 3_600 },
      ...{ began: at * 1000, revision: 0, identity: await storedIdentity.seal(gatewayKeys, { phoneNo }) },
      ...{
        attributes: ['phoneNo'],
        owner: undefined,
        owners: [],
        ownerChanged: false,
        automatic: false,
        replaces: undefined,
      },
      number: { plid, index: `index of ${plid}` },
    },
    at,
  );
  const jti = randomUUID();
  const { APPLICATIONS } = await world.env('plid-service-applications');
  const metadata = { plid, type: 'account-purged', at: 1, status: 'waiting' };
  await APPLICATIONS.put(undeliveredEventKey(client_id, jti), '', { metadata });
  await world.settled();
  return { plid, phoneNo, jti };
}

/** Everything that is stored about a user. */
async function storedAbout({ plid, phoneNo }: Person): Promise<string[]> {
  const { ACCOUNT, USER } = world.durableObjects;
  const phone = await phoneIn(world, phoneNo);
  const { APPLICATIONS } = await world.env('plid-service-applications');
  const listed = await APPLICATIONS.list({ prefix: undeliveredEventKey(client_id) });
  const objects = [ACCOUNT.getByName(plid), USER.getByName(plid), phone].map((object) => object.atRest());
  return [...(await Promise.all(objects)).map(({ stored }) => stored), JSON.stringify(listed.keys)];
}

const isOfGateway = (route: string) => route.includes(' /auth/');
const recordsOf = (route: string) =>
  isOfGateway(route)
    ? world.durableObjects.GATEWAYACCESSRECORDS.getByName('gateway')
    : world.durableObjects.ACCESSRECORDS.getByName('service');

const tokenFor = (route: string): string => {
  if (route.includes('/subscribers/')) return carrierPerson;
  return isOfGateway(route) ? gatewaySecrets.ADMIN_TOKEN : serviceSecrets.ADMIN_TOKEN;
};

function send(route: string, { body, query = '' }: ReturnType<Sent>, client = client_id): Promise<Response> {
  const [method = '', template = ''] = route.split(' ');
  const path = template.replace(':client_id', client).replace(':id', 'x');
  return world.fetch(`${isOfGateway(route) ? world.gateway : world.service}${path}${query}`, {
    method,
    headers: { Authorization: `Bearer ${tokenFor(route)}`, 'Content-Type': 'application/json' },
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  });
}

/** The records from a sequence on, read without the route that records its own reading. */
async function recordsAfter(route: string, after: number) {
  const { records } = await recordsOf(route).page({ after, since: 0 });
  return records as Record<string, unknown>[];
}
const lastSequence = async (route: string): Promise<number> =>
  (await recordsOf(route).page({ after: 0, since: 0 })).head.sequence;

afterEach(async () => {
  for (const route of Object.keys(recorded)) await recordsOf(route).failAlone(undefined);
});

test('an access is recorded by 15 routes', () => {
  expect(routes).toEqual(expect.arrayContaining(Object.keys(recorded)));
  expect(Object.keys(recorded)).toHaveLength(15);
});

test.each(Object.entries(recorded))('%s records one access: %j', async (route, [action, sent]) => {
  const person = await newPerson();
  const before = await lastSequence(route);
  const answer = await send(route, sent?.(person) ?? {});
  expect(answer.status, await answer.clone().text()).toBe(200);
  const records = await recordsAfter(route, before);
  expect(records).toHaveLength(1);
  const [events, keys] = isOfGateway(route) ? [gatewayEvents, gatewayKeys] : [serviceEvents, serviceKeys];
  const [pseudonym] = await events.pseudonyms(keys, person.plid);
  expect(records[0]).toMatchObject({
    action,
    operator: route.includes('/subscribers/') ? 'lee' : operatorName,
    people: sent === undefined ? [] : expect.arrayContaining([pseudonym]),
    request: answer.headers.get('X-Request-Id'),
  });
});

test.each(Object.entries(recorded))(
  '%s shows and changes nothing if the access cannot be recorded',
  async (route, [, sent]) => {
    const person = await newPerson();
    const before = await storedAbout(person);
    await recordsOf(route).failAlone('reset');
    const answer = await send(route, sent?.(person) ?? {});
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { error: access_not_recorded.error, message: access_not_recorded.en },
    ]);
    expect(answer.headers.get('Retry-After')).toBe('5');
    expect(await storedAbout(person)).toEqual(before);
    await recordsOf(route).failAlone(undefined);
    expect((await send(route, sent?.(person) ?? {})).status).toBe(200);
  },
);

test('every other route of an operator records nothing', async () => {
  const others = routes.filter((route) => !(route in recorded));
  expect(others.length).toBeGreaterThan(15);
  for (const route of others) {
    const before = await lastSequence(route);
    const { status } = await send(route, {}, 'nobody00000000000000');
    expect([401, 403], route).not.toContain(status);
    expect(await recordsAfter(route, before), route).toEqual([]);
  }
});

test('a reading of the records is the last of the records that it returns', async () => {
  expect((await readAudit(world)).records.at(-1)).toMatchObject({ action: 'audit list' });
  expect((await readGatewayAudit(world)).records.at(-1)).toMatchObject({ action: 'audit list' });
});
