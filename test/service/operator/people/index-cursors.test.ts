import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { disclosureShards } from '../../../../workers/service/objects/disclosure-index.ts';
import people from '../../../../workers/service/operator/people/index.ts';
import { affectedCursor, resealCursor } from '../../../../workers/service/settings/service-sealed-types.ts';
import { serviceEnv } from '../../../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../../../effects/support/numbered-world.ts';
import { applications, origins, serviceKeys, serviceSecrets } from '../../../support/world/test-settings.ts';

const { client_id } = applications.shop;
let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
});
afterEach(() => world.close());

async function ask(path: string, body: object): Promise<{ status: number; answer: Record<string, unknown> }> {
  const headers = {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${serviceSecrets.ADMIN_TOKEN}`,
  };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await world.send(
    people,
    serviceEnv(world),
    `${origins.service}/admin/people${path}`,
    init,
  );
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

describe('the cursor of a list of affected users', () => {
  const query = { client_id, since: 10, until: 20 };
  const position = { shard: disclosureShards - 1, key: 'test', after: '' };
  const affected = async (asked: object, sealed: object, expires = world.now + 60) => {
    const cursor = await affectedCursor.seal(serviceKeys, { ...query, ...position, ...sealed }, expires);
    return ask('/affected', { ...query, ...asked, reason: 'incident 12', cursor });
  };

  test('continues the same query', async () => {
    expect(await affected({}, {})).toMatchObject({ status: 200, answer: { people: [] } });
  });

  test.each<[string, object, object]>([
    ['another application', { client_id: applications.bank.client_id }, {}],
    ['an earlier start', { since: 9 }, {}],
    ['a later end', { until: 21 }, {}],
    ['a key that DISCLOSURE_KEY lacks', {}, { key: 'gone' }],
  ])('is refused for %s', async (_, asked, sealed) => {
    expect(await affected(asked, sealed)).toMatchObject({
      status: 400,
      answer: { message: expect.stringContaining('cursor') },
    });
  });

  test('is refused after it has expired', async () => {
    expect((await affected({}, {}, world.now)).status).toBe(400);
  });
});

test.each([
  [false, 1],
  [true, 2],
])(
  'an object forgets former keys only if no row of any page had one: found before %s',
  async (former, keys) => {
    const object = (method: string, ...values: unknown[]) =>
      world.objects.ask('Disclosures', '0', method, ...values);
    for (const key of ['a former key', 'another']) await object('put', [], key, world.now);
    const start = { shard: 0, application: 'z', name: 'z', former };
    const cursor = await resealCursor.seal(serviceKeys, start, world.now + 60);
    const { status, answer } = await ask('/affected/reseal', { cursor });
    expect([status, answer]).toMatchObject([200, { resealed: 0, unreadable: 0, cursor: expect.any(String) }]);
    expect(((await object('state')) as { keys: string[] }).keys).toHaveLength(keys);
  },
);
