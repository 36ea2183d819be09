import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { basic } from '../../support/requests/service-requests.ts';
import { applications, serviceSecrets } from '../../support/world/test-settings.ts';
import { root } from '../../support/world/test-workers.ts';
import { useWorld } from '../../support/world/use-world.ts';
import type { RedeemTask } from '../support/concurrent-redeem-worker.ts';

const world = useWorld({
  half: 'service',
  workers: [
    {
      config: {
        name: 'concurrent-redeem',
        main: path.join(root, 'test/service/support/concurrent-redeem-worker.ts'),
        compatibility_date: '2026-10-20',
        vars: { KEYS: serviceSecrets.KEYS, LOCATION_HINT: 'apac-ne' },
        services: [{ binding: 'TOKEN', service: 'plid-service-token' }],
        durable_objects: {
          bindings: [{ name: 'ACCOUNT', class_name: 'Account', script_name: 'plid-service-objects' }],
        },
      },
    },
  ],
});

/**
 * Redeems codes, each many times at once. @returns for each code, the number of redemptions that got a token, and of those that
 * got the 500 of §4.2.
 */
async function redeemAtOnce(task: RedeemTask): Promise<{ tokens: number; refusals: number }[]> {
  const response = await world.harness.fetch('concurrent-redeem', 'https://redeem.example/', {
    method: 'POST',
    body: JSON.stringify(task),
  });
  const rounds = (await response.json()) as number[][];
  return rounds.map((statuses) => ({
    tokens: statuses.filter((status) => status === 200).length,
    refusals: statuses.filter((status) => status === 500).length,
  }));
}

test('16 simultaneous redemptions of one code issue exactly one token, 200 times', async () => {
  const { client_id } = applications.shop;
  const outcomes = await redeemAtOnce({
    rounds: 200,
    concurrency: 16,
    plid: randomUUID(),
    client_id,
    authorization: basic(applications.shop),
  });
  expect(outcomes).toEqual(Array(200).fill({ tokens: 1, refusals: 15 }));
}, 60_000);
