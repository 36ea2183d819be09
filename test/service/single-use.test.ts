import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rush } from '../support/crowd-worker.ts';
import { basic } from '../support/service-requests.ts';
import { applications, serviceSecrets } from '../support/settings.ts';
import { root } from '../support/workers.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({
    half: 'service',
    workers: [
      {
        config: {
          name: 'test-crowd',
          main: path.join(root, 'test/support/crowd-worker.ts'),
          compatibility_date: '2026-10-20',
          vars: { KEYS: serviceSecrets.KEYS },
          services: [{ binding: 'TOKEN', service: 'plid-service-token' }],
          durable_objects: {
            bindings: [{ name: 'ACCOUNT', class_name: 'Account', script_name: 'plid-service-objects' }],
          },
        },
      },
    ],
  });
});
afterAll(() => world.close());

/** Lets a crowd redeem codes. @returns for each code, how many redemptions got a token, and how many the 500 of §4.2. */
async function rush(task: Rush): Promise<{ tokens: number; refusals: number }[]> {
  const crowd = world.harness.getWorker('test-crowd');
  const response = await crowd.fetch('https://crowd.example/', {
    method: 'POST',
    body: JSON.stringify(task),
  });
  const rounds = (await response.json()) as number[][];
  return rounds.map((statuses) => ({
    tokens: statuses.filter((status) => status === 200).length,
    refusals: statuses.filter((status) => status === 500).length,
  }));
}

test('16 redemptions of one code at the same time make exactly one token, 200 times over', async () => {
  const { client_id } = applications.shop;
  const outcomes = await rush({
    rounds: 200,
    crowd: 16,
    plid: randomUUID(),
    client_id,
    authorization: basic(applications.shop),
  });
  expect(outcomes).toEqual(Array(200).fill({ tokens: 1, refusals: 15 }));
}, 60_000);
