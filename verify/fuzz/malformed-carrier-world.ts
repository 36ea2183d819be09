import path from 'node:path';
import { type Rudeness, rudenesses } from '../../test/support/fakes/malformed-answers.ts';
import { type Overrides, root, type WorkerInput } from '../../test/support/world/test-workers.ts';
import type { World } from '../../test/support/world/world.ts';
import type RudeCarrier from './malformed-carrier.ts';

const name = 'rude-carrier';

/** Stands between the service and the sandbox's carriers. It forwards their answers unchanged until {@link letCarrierBe}, and again after a restart. */
export const rudeCarrier: WorkerInput = {
  config: {
    name,
    main: path.join(root, 'verify/fuzz/malformed-carrier.ts'),
    compatibility_date: '2026-10-20',
    services: [{ binding: 'POLITE', service: 'plid-carrier', entrypoint: 'Carrier' }],
  },
};

/** Settings with which the service asks this carrier, added to a world's own. */
export function askingRudely(settings: Overrides): Overrides {
  const worker = 'plid-service-authorize';
  const bindingOverrides = { ...settings[worker]?.bindingOverrides, CARRIER: name };
  return { ...settings, [worker]: { ...settings[worker], bindingOverrides } };
}

/** Sets the answers of the carrier from now on: with one fault of the list, with drawn faults, or unchanged. */
export async function letCarrierBe(
  { harness }: Pick<World, 'harness'>,
  manners: Rudeness | { seed: number } | 'polite',
): Promise<void> {
  const carrier = await harness.exported<Pick<RudeCarrier, 'behave'>>(name);
  const isListed = manners !== 'polite' && !('seed' in manners);
  await carrier.behave(isListed ? { rudeness: rudenesses.indexOf(manners) } : manners);
}
