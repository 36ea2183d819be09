import { describe, expect, test } from 'vitest';
import {
  administer,
  registerApplication,
  shownApplication,
} from '../../../support/requests/operator-requests.ts';
import { jsonOf } from '../../../support/requests/service-requests.ts';
import { serviceSecrets } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const tokens = { kim: '0123456789abcdef'.repeat(3), lee: 'fedcba9876543210'.repeat(3) };
const ADMIN_TOKEN = `admin:${serviceSecrets.ADMIN_TOKEN},kim:${tokens.kim},lee:${tokens.lee}`;
const world = useWorld({
  half: 'service',
  overrides: { 'plid-service-applications': { secrets: { ADMIN_TOKEN } } },
});

const as = (who: keyof typeof tokens) => ({ headers: { Authorization: `Bearer ${tokens[who]}` } });

interface History {
  history: { version: number; at: number; action: string; token?: string; fields: string[] }[];
  before?: number;
}
async function historyOf(client_id: string, query = ''): Promise<History> {
  const response = await administer(world, 'GET', `/${client_id}/history${query}`);
  expect(response.status).toBe(200);
  return response.json();
}

describe('GET /admin/applications/{client_id}/history', () => {
  test('lists who changed what, latest first, also for a deleted application', async () => {
    const began = await world.clock.now();
    const { client_id, secrets } = await registerApplication(world, { name: '이력서점' });
    await administer(world, 'PATCH', `/${client_id}`, { body: { reads: 'once' }, ...as('kim') });
    const rotated = await shownApplication(
      await administer(world, 'POST', `/${client_id}/secrets`, as('lee')),
    );
    await administer(world, 'DELETE', `/${client_id}/secrets/${secrets[0]?.id}`, as('lee'));
    await administer(world, 'PATCH', `/${client_id}`, { body: {}, ...as('kim') });
    await administer(world, 'DELETE', `/${client_id}`, as('kim'));
    const { history, before } = await historyOf(client_id);
    expect(before).toBeUndefined();
    expect(history.map(({ version, action, token, fields }) => [version, action, token, fields])).toEqual([
      [6, 'deleted', 'kim', expect.arrayContaining(['deleted', 'name'])],
      [5, 'updated', 'kim', []],
      [4, 'secret_retired', 'lee', ['secrets']],
      [3, 'secret_added', 'lee', ['secrets']],
      [2, 'updated', 'kim', ['reads']],
      [1, 'registered', 'admin', expect.arrayContaining(['name', 'redirect_uris', 'secrets'])],
    ]);
    for (const { at } of history) expect(at - began).toBeLessThan(60);
    const text = JSON.stringify(history);
    for (const value of ['이력서점', rotated.client_secret, rotated.secrets[0]?.id])
      expect(text).not.toContain(value);
  });

  test('returns 100 changes at a time, and the next version', async () => {
    const { client_id } = await registerApplication(world);
    for (let version = 2; version <= 101; version += 1)
      await administer(world, 'PATCH', `/${client_id}`, { body: {} });
    const latest = await historyOf(client_id);
    expect([latest.history.length, latest.history[0]?.version, latest.before]).toEqual([100, 101, 2]);
    const rest = await historyOf(client_id, `?before=${latest.before}`);
    expect(rest.history.map(({ version }) => version)).toEqual([1]);
    expect(rest.before).toBeUndefined();
  });

  test.each(['0', '-1', '1e3', 'x', '1&before=2'])('rejects before=%s', async (before) => {
    const { client_id } = await registerApplication(world);
    const response = await administer(world, 'GET', `/${client_id}/history?before=${before}`);
    expect(response.status).toBe(400);
    expect((await jsonOf(response)).message).toContain('before');
  });

  test('returns 404 for an unknown application, and needs a token', async () => {
    expect((await administer(world, 'GET', '/nobody00000000000000/history')).status).toBe(404);
    expect((await administer(world, 'GET', '/x/history')).status).toBe(404);
    const { client_id } = await registerApplication(world);
    const headers = { Authorization: 'Bearer x' };
    expect((await administer(world, 'GET', `/${client_id}/history`, { headers })).status).toBe(401);
  });
});
