import { describe, expect, test } from 'vitest';
import { eventsIn, linesWith, logLines } from '../../../support/assertions/log-lines.ts';
import {
  administer,
  registerApplication,
  type ShownApplication,
  shownApplication,
} from '../../../support/requests/operator-requests.ts';
import { basic, jsonOf, requestToken } from '../../../support/requests/service-requests.ts';
import { operatorName } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const rounds = 10;
const changes = [
  { name: '바뀐 이름' },
  { redirect_uris: ['https://changed.example.com/cb'] },
  { attributes: ['gender'] },
  { reads: 'once' },
  { success: '' },
];

const patch = (client_id: string, body: object, headers = {}) =>
  administer(world, 'PATCH', `/${client_id}`, { body: { ...body, same_name: true }, headers });
const rotate = (client_id: string) => administer(world, 'POST', `/${client_id}/secrets`);
const retire = (client_id: string, id = '') => administer(world, 'DELETE', `/${client_id}/secrets/${id}`);
const read = (client_id: string) => administer(world, 'GET', `/${client_id}`);
const statusesOf = (responses: Response[]) => responses.map(({ status }) => status).sort();

/** Whether credentials prove an application: the error is then about the code, which was never issued. */
async function authenticates(client_id: string, client_secret = ''): Promise<boolean> {
  const headers = { Authorization: basic({ client_id, client_secret }) };
  const { error } = await jsonOf(await requestToken(world, { code: 'x' }, { headers }));
  return error !== 'invalid_client';
}

describe(`simultaneous changes of one application, in ${rounds} rounds`, () => {
  test('are all made: no field is lost, and every printed secret works', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const before = await registerApplication(world);
      const { client_id } = before;
      const [patched, rotated] = await Promise.all([
        Promise.all(changes.map((change) => patch(client_id, change))),
        Promise.all(Array.from({ length: 5 }, () => rotate(client_id))),
      ]);
      expect(statusesOf(patched)).toEqual([200, 200, 200, 200, 200]);
      expect(statusesOf(rotated)).toEqual([201, 400, 400, 400, 400]);
      const shown = await Promise.all(rotated.filter(({ ok }) => ok).map(shownApplication));
      const after = await shownApplication(await read(client_id));
      expect(after).toMatchObject({ ...Object.assign({}, ...changes), version: 7 });
      expect(after.secrets).toHaveLength(2);
      for (const { client_secret } of [before, ...shown])
        expect(await authenticates(client_id, client_secret)).toBe(true);
    }
  });

  test('restore no retired secret', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const before = await registerApplication(world);
      const { client_id, secrets } = before;
      const { client_secret } = await shownApplication(await rotate(client_id));
      const [retired, ...patched] = await Promise.all([
        retire(client_id, secrets[0]?.id),
        ...changes.map((change) => patch(client_id, change)),
      ]);
      expect([retired?.status, ...statusesOf(patched)]).toEqual([200, 200, 200, 200, 200, 200]);
      expect((await shownApplication(await read(client_id))).secrets).toHaveLength(1);
      expect(await authenticates(client_id, before.client_secret)).toBe(false);
      expect(await authenticates(client_id, client_secret)).toBe(true);
    }
  });

  test('restore no deleted application', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { client_id, client_secret } = await registerApplication(world);
      const [deleted, again, ...others] = await Promise.all([
        administer(world, 'DELETE', `/${client_id}`),
        administer(world, 'DELETE', `/${client_id}`),
        ...changes.map((change) => patch(client_id, change)),
        ...Array.from({ length: 3 }, () => rotate(client_id)),
      ]);
      expect(statusesOf([deleted, again].filter((answer) => answer !== undefined))).toEqual([204, 404]);
      for (const { status } of others) expect([200, 201, 400, 404]).toContain(status);
      expect((await read(client_id)).status).toBe(404);
      expect((await patch(client_id, {})).status).toBe(404);
      expect((await rotate(client_id)).status).toBe(404);
      expect(await authenticates(client_id, client_secret)).toBe(false);
      const listed = (await jsonOf(await administer(world, 'GET'))) as { applications?: ShownApplication[] };
      expect(listed.applications?.map((application) => application.client_id)).not.toContain(client_id);
    }
  });
});

test('a client_id is never issued twice', async () => {
  const { client_id } = await registerApplication(world);
  const { APPLICATION } = world.durableObjects;
  const object = APPLICATION.getByName(client_id);
  const described = await object.read();
  expect(await object.register(described, await world.clock.now())).toEqual({ refused: 'client_id_taken' });
  expect(await object.read()).toEqual(described);
});

describe('the version of an application', () => {
  test('increases with every change, and is in the ETag', async () => {
    const { client_id, version } = await registerApplication(world);
    expect(version).toBe(1);
    for (const change of [() => patch(client_id, { reads: 'once' }), () => patch(client_id, {})]) {
      const response = await change();
      const { version } = await shownApplication(response);
      expect(response.headers.get('ETag')).toBe(`"${version}"`);
    }
    const rotated = await rotate(client_id);
    expect([rotated.headers.get('ETag'), (await read(client_id)).headers.get('ETag')]).toEqual([
      '"4"',
      '"4"',
    ]);
  });

  test('in If-Match must match for a change or deletion', async () => {
    const { client_id } = await registerApplication(world);
    const racing = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        patch(client_id, { name: `이름 ${index}` }, { 'If-Match': '"1"' }),
      ),
    );
    expect(statusesOf(racing)).toEqual([200, ...Array(9).fill(412)]);
    const lost = racing.find(({ status }) => status === 412);
    expect(await lost?.json()).toEqual({
      error: 'invalid_request',
      message: expect.stringMatching(/has changed since the version/),
    });
    const remove = (version: string) =>
      administer(world, 'DELETE', `/${client_id}`, { headers: { 'If-Match': version } });
    expect((await remove('"1"')).status).toBe(412);
    expect((await patch(client_id, { reads: 'once' }, { 'If-Match': '*' })).status).toBe(200);
    expect((await remove('"3"')).status).toBe(204);
  });

  test.each(['1', 'W/"1"', '"x"', '"0"', '"1", "2"', '""'])(
    'in If-Match is rejected if it is malformed: %s',
    async (version) => {
      const { client_id } = await registerApplication(world);
      const response = await patch(client_id, {}, { 'If-Match': version });
      expect([response.status, (await jsonOf(response)).message]).toEqual([
        400,
        expect.stringContaining('If-Match'),
      ]);
    },
  );
});

describe('the list of applications', { shuffle: false }, () => {
  const page = async (cursor: string) => {
    const response = await administer(world, 'GET', `?cursor=${encodeURIComponent(cursor)}`);
    expect(response.status).toBe(200);
    return (await response.json()) as { applications: ShownApplication[]; cursor?: string };
  };

  test('contains every application once, over all pages, with its current fields', async () => {
    const names = Array.from({ length: 110 }, (_, index) => `목록 ${index}`);
    const registered = await Promise.all(names.map((name) => registerApplication(world, { name })));
    const found: ShownApplication[] = [];
    let cursor: string | undefined = '';
    let pages = 0;
    while (cursor !== undefined) {
      const next: Awaited<ReturnType<typeof page>> = await page(cursor);
      found.push(...next.applications);
      cursor = next.cursor;
      pages += 1;
    }
    expect(pages).toBeGreaterThan(1);
    const ids = found.map(({ client_id }) => client_id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { client_secret: _, ...application } of registered) expect(found).toContainEqual(application);
    expect(JSON.stringify(found)).not.toMatch(/sha256|field_key|client_secret/);
  });

  test('rejects an unknown cursor, and one that is over an hour old', async () => {
    const { cursor = '' } = await page('');
    expect(cursor).not.toBe('');
    for (const made of ['zzz', 'MA==', `${cursor}x`, cursor.slice(0, -1)]) {
      const response = await administer(world, 'GET', `?cursor=${encodeURIComponent(made)}`);
      expect([response.status, (await jsonOf(response)).message]).toEqual([
        400,
        expect.stringContaining('cursor'),
      ]);
    }
    await page(cursor);
    await world.clock.advance(3_600);
    expect((await administer(world, 'GET', `?cursor=${cursor}`)).status).toBe(400);
  });
});

test('the log contains application, secret ID, and field names, and no values', async () => {
  const { client_id, secrets } = await registerApplication(world, { name: '기록서점' });
  await patch(client_id, { name: '기록서점 2', reads: 'once' });
  const rotated = await shownApplication(await rotate(client_id));
  await retire(client_id, secrets[0]?.id);
  await administer(world, 'DELETE', `/${client_id}`);
  await administer(world, 'GET', `/${'f'.repeat(64)}`);
  const [first, next] = [secrets[0]?.id, rotated.secrets[0]?.id];
  await linesWith(world, { client_id, 'events.application_deleted': 1 });
  const events = logLines(world).filter((line) => line.client_id === client_id && eventsIn(line).length > 0);
  expect(events).toMatchObject([
    { 'events.application_registered': 1, token: operatorName, secret: first },
    { 'events.application_updated': 1, token: operatorName, changed: 'name,reads' },
    { 'events.secret_added': 1, token: operatorName, secret: next },
    { 'events.secret_retired': 1, token: operatorName, secret: first },
    { 'events.application_deleted': 1, token: operatorName },
  ]);
  expect(world.logs()).not.toContain('기록서점');
  expect(world.logs()).not.toContain('f'.repeat(64));
});
