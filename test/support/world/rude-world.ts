import path from 'node:path';
import type RudeCarrier from '../doubles/rude-carrier.ts';
import { root, type WorkerInput } from './test-workers.ts';
import type { World } from './world.ts';

const name = 'rude-carrier';

/** Stands between the service and the sandbox's carriers; polite until it is told otherwise, and again after a restart. */
export const rudeCarrier: WorkerInput = {
  config: {
    name,
    main: path.join(root, 'test/support/doubles/rude-carrier.ts'),
    compatibility_date: '2026-10-20',
    services: [{ binding: 'POLITE', service: 'plid-carrier', entrypoint: 'Carrier' }],
  },
};

/** What puts it there: settings of the service's authorize worker. */
export const askedRudely = { 'plid-service-authorize': { bindingOverrides: { CARRIER: name } } };

/** Tells it how to answer from now on. */
export async function letCarrierBe(
  { harness }: Pick<World, 'harness'>,
  manners: Parameters<RudeCarrier['behave']>[0],
): Promise<void> {
  const carrier = await harness.exported<Pick<RudeCarrier, 'behave'>>(name);
  await carrier.behave(manners);
}
