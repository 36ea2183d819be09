import path from 'node:path';
import { type Rudeness, rudenesses } from '../doubles/rude-answers.ts';
import type RudeCarrier from '../doubles/rude-carrier.ts';
import { type Overrides, root, type WorkerInput } from './test-workers.ts';
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

/** Settings with which the service asks it, added to those that a world has anyway. */
export function askingRudely(settings: Overrides): Overrides {
  const worker = 'plid-service-authorize';
  const bindingOverrides = { ...settings[worker]?.bindingOverrides, CARRIER: name };
  return { ...settings, [worker]: { ...settings[worker], bindingOverrides } };
}

/** Tells it how to answer from now on: one of the ways of the list, drawn ones, or well. */
export async function letCarrierBe(
  { harness }: Pick<World, 'harness'>,
  manners: Rudeness | { seed: number } | 'polite',
): Promise<void> {
  const carrier = await harness.exported<Pick<RudeCarrier, 'behave'>>(name);
  const isListed = manners !== 'polite' && !('seed' in manners);
  await carrier.behave(isListed ? { rudeness: rudenesses.indexOf(manners) } : manners);
}
