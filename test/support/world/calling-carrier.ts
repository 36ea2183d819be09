import path from 'node:path';
import { compatibilityDate } from '../../../tools/configuration/index.ts';
import type CallingCarrier from '../fakes/calling-carrier.ts';
import { root, type WorkerInput } from './test-workers.ts';
import type { World } from './world.ts';

const name = 'calling-carrier';

/** Options of a world whose carriers announce a callback. The test makes that call. */
export const callingCarrier = {
  overrides: { 'plid-service-authorize': { bindingOverrides: { CARRIER: name } } },
  workers: [
    {
      renewed: true,
      config: {
        name,
        main: path.join(root, 'test/support/fakes/calling-carrier.ts'),
        compatibility_date: compatibilityDate,
        services: [{ binding: 'SANDBOX', service: 'plid-carrier', entrypoint: 'Carrier' }],
      },
    },
  ] satisfies WorkerInput[],
};

/** The names of the requests whose outcome was asked for since the last look. */
export const outcomesAsked = async (world: World): Promise<string[]> =>
  (await world.harness.exported<CallingCarrier>(name)).taken();
