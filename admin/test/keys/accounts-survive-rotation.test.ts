import { expect, test, vi } from 'vitest';
import { BrowserSession } from '../../../test/support/fixtures/browser-session.ts';
import { signInCompletely } from '../../../test/support/fixtures/complete-sign-in-walk.ts';
import { administer } from '../../../test/support/requests/operator-requests.ts';
import { jsonOf, requestUser } from '../../../test/support/requests/service-requests.ts';
import { listedWorkers } from '../../../test/support/world/configurations.ts';
import { restoreWorld } from '../../../test/support/world/stored-world.ts';
import { gatewaySecrets, serviceSecrets } from '../../../test/support/world/test-settings.ts';
import type { Overrides } from '../../../test/support/world/test-workers.ts';
import { closedAfterTest } from '../../../test/support/world/use-world.ts';
import type { World } from '../../../test/support/world/world.ts';
import { startWorld } from '../../../test/support/world/world.ts';
import { halfOf } from '../../../tools/configuration/index.ts';
import { settingsOf } from '../../../tools/configuration/settings-of.ts';
import { fixture } from '../../../verify/neighboring-builds/neighbor.ts';
import { applyPass, type Pass, rotatable } from '../../keys/key-entries.ts';

vi.setConfig({ testTimeout: 60_000 });

const names = { from: 'test', to: 'k2' };

/** KEYS of a half before any pass, and after each pass that changes it. */
function ringsOf(half: 'service' | 'gateway'): Record<'before' | Pass, string> {
  const kind = rotatable[half].KEYS;
  if (kind === undefined) throw new Error('KEYS cannot be rotated');
  const before = (half === 'service' ? serviceSecrets : gatewaySecrets).KEYS;
  const add = applyPass('add', before, kind, names);
  const first = applyPass('first', add, kind, names);
  return { before, add, first, drop: applyPass('drop', first, kind, names), replace: '' };
}
const rings = { service: ringsOf('service'), gateway: ringsOf('gateway') };

/** The deployed state, and the one before it. */
type Change = readonly [last: keyof typeof rings.service, next: keyof typeof rings.service];

/**
 * A deployment that is half done: every other worker already runs with the new keys.
 * @param even whether those are the even ones.
 */
async function startBetween([last, next]: Change, even: boolean): Promise<World> {
  const holders = listedWorkers.filter((worker) => settingsOf(worker).some(({ name }) => name === 'KEYS'));
  expect(holders.length).toBeGreaterThan(8);
  const overrides: Overrides = Object.fromEntries(
    holders.map((worker, index) => {
      const ring = (index % 2 === 0) === even ? next : last;
      return [`plid-${worker.worker}`, { secrets: { KEYS: rings[halfOf(worker)][ring] } }];
    }),
  );
  // The stored client secrets were resealed before the old key goes.
  const isResealed = last === 'first';
  if (isResealed) overrides['plid-service-applications'] = { secrets: { KEYS: rings.service.first } };
  const world = closedAfterTest(await startWorld({ overrides }));
  if (isResealed) await reseal(world);
  return world;
}

async function reseal(world: World): Promise<void> {
  const { applications } = (await jsonOf(await administer(world, 'GET'))) as unknown as {
    applications: { client_id: string }[];
  };
  expect(applications.length).toBeGreaterThan(1);
  for (const { client_id } of applications)
    expect((await administer(world, 'PATCH', `/${client_id}`, { body: {} })).status).toBe(200);
}

const changes: Change[] = [
  ['before', 'add'],
  ['add', 'first'],
  ['first', 'drop'],
];
const halfDone = changes.flatMap((change) =>
  [true, false].map((even) => ({ change, pass: change[1], even, whose: even ? 'even' : 'odd' })),
);

test.each(halfDone)('a whole sign-in works while $pass is deployed ($whose workers first)', async (half) => {
  await signInCompletely(await startBetween(half.change, half.even));
});

test.each(halfDone.filter(({ pass }) => pass !== 'drop'))(
  'a session survives while $pass is deployed ($whose workers first)',
  async ({ change, even }) => {
    const world = await startBetween(change, even);
    await restoreWorld(world, fixture);
    const browser = new BrowserSession(world);
    for (const origin of [world.gateway, world.service]) {
      for (const [name, value] of Object.entries(fixture.cookies[origin] ?? {}))
        browser.setCookie(origin, name, value);
    }
    const session = await browser.fetch(`${world.gateway}/auth/session`);
    expect(JSON.parse(await session.text()).user).toMatchObject({ name: fixture.person.name });
    expect((await jsonOf(await requestUser(world, fixture.access_token))).user?.plid).toBe(fixture.plid);
    const again = await browser.get(`${world.gateway}/auth/login?return_to=/auth/session`);
    expect(JSON.parse(again.text).user).toMatchObject({
      plid: fixture.plid,
      name: fixture.person.name,
      autoLoginYn: 'Y',
    });
  },
);

test('encrypting with a key that some workers lack fails the test', async () => {
  const world = await startBetween(['before', 'first'], true);
  await expect(signInCompletely(world)).rejects.toThrow();
});
