import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { kvOf, unreliableKv } from '../../../../admin/test/commands/support/unreliable-kv.ts';
import { copyInterval } from '../../../../workers/service/objects/application-copies.ts';
import { migrations } from '../../../../workers/service/objects/application-tables.ts';
import { applicationKvKey } from '../../../../workers/service/registry/applications.ts';
import type { AtRest } from '../../../support/assertions/inspect-storage.ts';
import { logLines } from '../../../support/assertions/log-lines.ts';
import { grantSignIn } from '../../../support/fixtures/grants.ts';
import { requestAuthorization } from '../../../support/fixtures/sign-in.ts';
import {
  administer,
  registerApplication,
  type ShownApplication,
  shownApplication,
} from '../../../support/requests/operator-requests.ts';
import {
  accessTokenFor,
  basic,
  jsonOf,
  requestToken,
  requestUser,
} from '../../../support/requests/service-requests.ts';
import { operatorName } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service', ...unreliableKv });
let kv: Awaited<ReturnType<typeof kvOf>>;
beforeAll(async () => {
  kv = await kvOf(world);
});
beforeEach(() => kv.behave({}));

/** How soon a change is seen everywhere, in seconds: the lifetimes of the copies in KV and in a worker together. */
const lag = 60;
const cacheLifetime = 30;

type Credentials = Pick<ShownApplication, 'client_id'> & { client_secret: string };

const patch = (client_id: string, body: object) => administer(world, 'PATCH', `/${client_id}`, { body });
const remove = (client_id: string) => administer(world, 'DELETE', `/${client_id}`);
const read = (client_id: string) => administer(world, 'GET', `/${client_id}`);
const copyOf = async (client_id: string) => {
  const { APPLICATIONS } = await world.env('plid-service-token');
  return APPLICATIONS.get(applicationKvKey(client_id), 'json');
};
/** Lets the object's alarm write its copy, again if KV has refused it. */
const eventually = (check: () => Promise<unknown>) =>
  vi.waitFor(async () => {
    await world.clock.advance(copyInterval);
    await check();
  }, 15_000);

const exchange = async (credentials: Credentials) => {
  const { code } = await grantSignIn(world, credentials);
  return requestToken(world, { code }, { headers: { Authorization: basic(credentials) } });
};
const signsIn = async (credentials: Credentials) => (await exchange(credentials)).status === 200;

async function atRest(client_id: string): Promise<AtRest> {
  const { APPLICATION } = world.durableObjects;
  return APPLICATION.getByName(client_id).atRest();
}

describe('KV that lags by 60 seconds', () => {
  test("doesn't delay an operator's view of an application", async () => {
    await kv.behave({ lag });
    const { client_id } = await registerApplication(world);
    expect((await read(client_id)).status).toBe(200);
    await patch(client_id, { reads: 'once' });
    expect((await shownApplication(await read(client_id))).reads).toBe('once');
    await remove(client_id);
    expect((await read(client_id)).status).toBe(404);
  });

  test('shows a change and a deletion everywhere within 90 seconds, for good', async () => {
    const shop = await registerApplication(world);
    await world.clock.advance(lag);
    await kv.behave({ lag });
    expect(await signsIn(shop)).toBe(true);
    expect((await patch(shop.client_id, { reads: 'once' })).status).toBe(200);
    expect((await remove(shop.client_id)).status).toBe(204);
    expect((await patch(shop.client_id, { reads: 'many' })).status).toBe(404);
    await eventually(async () => expect(await copyOf(shop.client_id)).toMatchObject({ reads: 'many' }));
    await eventually(async () => expect(await atRest(shop.client_id)).toMatchObject({ alarm: null }));
    await world.clock.advance(lag + cacheLifetime);
    for (const later of [0, 86_400, 86_400]) {
      await world.clock.advance(later);
      expect((await exchange(shop)).status).toBe(401);
      expect((await read(shop.client_id)).status).toBe(404);
    }
  });

  test('gives nothing older to a worker that has seen newer data', async () => {
    const shop = await registerApplication(world, { attributes: ['name'] });
    await world.clock.advance(lag);
    await patch(shop.client_id, { attributes: ['ci'] });
    await eventually(async () => expect(await copyOf(shop.client_id)).toMatchObject({ version: 2 }));
    const { user } = await jsonOf(
      await requestUser(world, await accessTokenFor(world, await grantSignIn(world, shop), shop)),
    );
    expect(Object.keys(user ?? {})).not.toContain('name');
    await kv.behave({ lag });
    await world.clock.advance(cacheLifetime);
    const again = await jsonOf(
      await requestUser(world, await accessTokenFor(world, await grantSignIn(world, shop), shop)),
    );
    expect(Object.keys(again.user ?? {})).not.toContain('name');
  });
});

describe('KV that rejects writes', () => {
  const attemptsFor = ({ client_id }: Credentials) =>
    logLines(world).filter((line) => line.client_id === client_id && line.copied === false).length;

  test.each(['fail', 'hang'] as const)(
    '(%s) loses nothing: its copy is written as soon as possible',
    async (writes) => {
      await kv.behave({ writes });
      const shop = await registerApplication(world);
      expect((await patch(shop.client_id, { reads: 'once' })).status).toBe(200);
      expect(await shownApplication(await read(shop.client_id))).toMatchObject({ reads: 'once', version: 2 });
      if (writes === 'fail') {
        // The writes are of the registration, the change, and twice of the alarm.
        for (let time = 0; time < 2; time += 1) await world.clock.advance(copyInterval);
        await expect.poll(() => attemptsFor(shop)).toBe(4);
        expect(await copyOf(shop.client_id)).toBeNull();
      }
      await kv.behave({});
      await eventually(async () => expect(await copyOf(shop.client_id)).toMatchObject({ reads: 'once' }));
      await world.clock.advance(cacheLifetime);
      expect(await signsIn(shop)).toBe(true);
    },
    60_000,
  );

  test("doesn't restore an application deleted meanwhile", async () => {
    const shop = await registerApplication(world);
    expect(await signsIn(shop)).toBe(true);
    await kv.behave({ writes: 'fail' });
    const [deleted] = await Promise.all([remove(shop.client_id), patch(shop.client_id, { reads: 'once' })]);
    expect(deleted.status).toBe(204);
    expect(await copyOf(shop.client_id)).toMatchObject({ client_id: shop.client_id, reads: 'many' });
    await kv.behave({});
    await eventually(async () => expect(await copyOf(shop.client_id)).toHaveProperty('deleted'));
    await world.clock.advance(cacheLifetime);
    expect((await exchange(shop)).status).toBe(401);
  });

  test('more often than once a second still gets the last change', async () => {
    const { client_id } = await registerApplication(world);
    const { refused } = await kv.counts();
    for (let index = 1; index <= 10; index += 1)
      expect((await patch(client_id, { redirect_uris: [`https://a.example/${index}`] })).status).toBe(200);
    expect((await kv.counts()).refused).toBeGreaterThan(refused);
    await eventually(async () => {
      expect(await copyOf(client_id)).toMatchObject({ version: 11, redirect_uris: ['https://a.example/10'] });
      expect(await atRest(client_id)).toMatchObject({ alarm: null });
    });
  });
});

describe("KV that doesn't respond to reads", () => {
  async function expectSignIns(shop: Credentials) {
    const redirect_uri = 'https://books.example.com/cb';
    const page = await requestAuthorization(world, { client_id: shop.client_id, redirect_uri });
    expect(page.status).toBe(200);
    const token = await accessTokenFor(world, await grantSignIn(world, shop), shop);
    expect((await requestUser(world, token)).status).toBe(200);
  }

  test.each([
    ['fail', [cacheLifetime, 1_800, 1_760]],
    ['hang', [3_590]],
  ] as const)(
    '(%s) lets users sign in for an hour, with a log line',
    async (reads, pauses) => {
      const shop = await registerApplication(world);
      await expectSignIns(shop);
      await kv.behave({ reads });
      for (const seconds of pauses) {
        await world.clock.advance(seconds);
        await expectSignIns(shop);
      }
      const firstStale = () => {
        const lines = world.logs().split('\n');
        const stale = lines.find((line) => line.includes('"stale":true') && line.includes(shop.client_id));
        return JSON.parse(stale ?? '{}');
      };
      await expect.poll(firstStale).toMatchObject({
        level: 'warn',
        client_id: shop.client_id,
        cause: expect.stringContaining('KV'),
      });
      await world.clock.advance(10);
      const refused = await exchange(shop);
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
      await kv.behave({});
      expect(await signsIn(shop)).toBe(true);
    },
    120_000,
  );

  test('is read again only after 5 seconds', async () => {
    const shop = await registerApplication(world);
    expect(await signsIn(shop)).toBe(true);
    await kv.behave({ reads: 'fail' });
    await world.clock.advance(cacheLifetime);
    const before = await kv.counts();
    for (let time = 0; time < 5; time += 1) expect(await signsIn(shop)).toBe(true);
    expect((await kv.counts()).get - before.get).toBe(1);
  });

  test('makes an application that was never read unavailable, not unknown', async () => {
    const shop = await registerApplication(world);
    await kv.behave({ reads: 'fail' });
    expect((await exchange(shop)).status).toBe(503);
    expect((await requestAuthorization(world, { client_id: shop.client_id })).status).toBe(503);
  });
});

describe('an unknown client_id', () => {
  test('costs one KV read in 5 seconds, and creates no object', async () => {
    const client_id = 'nobody0000000000000x';
    const before = await kv.counts();
    for (let time = 0; time < 10; time += 1)
      expect((await requestAuthorization(world, { client_id })).status).toBe(400);
    expect((await kv.counts()).get - before.get).toBe(1);
    await world.clock.advance(5);
    await requestAuthorization(world, { client_id });
    expect((await kv.counts()).get - before.get).toBe(2);
    expect((await read(client_id)).status).toBe(404);
    expect((await patch(client_id, {})).status).toBe(404);
    expect(await atRest(client_id)).toEqual({ stored: '{}', alarm: null });
  });
});

describe('the object of an application', () => {
  test('contains a schema version, one record, and its history, without a secret', async () => {
    const { client_id, client_secret } = await registerApplication(world, { name: '역사서점' });
    await patch(client_id, { reads: 'once' });
    const { client_secret: second = '' } = await shownApplication(
      await administer(world, 'POST', `/${client_id}/secrets`),
    );
    await remove(client_id);
    const { stored } = await atRest(client_id);
    const { schema, application, history } = JSON.parse(stored);
    expect(schema).toBe(migrations.length);
    expect(application).toMatchObject([{ client_id, version: 4 }]);
    expect(JSON.parse(application[0].copy)).toEqual({ client_id, version: 4, deleted: expect.any(Number) });
    expect(
      history.map(({ version, action, token, fields }: Record<string, unknown>) => [
        ...[version, action, token, fields],
      ]),
    ).toEqual([
      [1, 'registered', operatorName, expect.stringContaining('"redirect_uris"')],
      [2, 'updated', operatorName, '["reads"]'],
      [3, 'secret_added', operatorName, '["secrets"]'],
      [4, 'deleted', operatorName, expect.stringContaining('"deleted"')],
    ]);
    for (const secret of [client_secret, second]) expect(stored).not.toContain(secret.slice(0, 16));
    expect(JSON.stringify(application)).not.toContain('역사서점');
    expect(JSON.parse(history[0].stated)).toMatchObject({ name: '역사서점' });
  });
});
