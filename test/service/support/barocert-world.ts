import { adapterSettingsAt } from '../../../sandbox/barocert/adapter-settings.ts';
import { compatibilityDate } from '../../../tools/configuration/index.ts';
import { bundleOf } from '../../support/world/bundles.ts';
import { origins } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';
import type { WorkerInput } from '../../support/world/worker-options.ts';
import type { World } from '../../support/world/world.ts';
import type { PortCall } from './port-worker.ts';

const vendor = `${origins.sandbox}/sandbox/barocert`;

/** A service whose users are asked through Barocert, which the sandbox simulates. The worker `port` calls the carriers as the sign-in does. */
export const useBarocertWorld = (vars: Record<string, string> = {}, workers: WorkerInput[] = []) =>
  useWorld({
    half: 'service',
    overrides: {
      'plid-service-authorize': {
        vars: { NUMBER_MATCHING: 'S=none,K=none', SHOWN_REQUIRED: 'Y' },
        bindingOverrides: { CARRIER: { name: 'plid-service-carriers', entrypoint: 'Carrier' } },
      },
      'plid-service-barocert': {
        vars: { ...adapterSettingsAt(vendor), ...vars },
      },
      'plid-service-carriers': {
        vars: { CARRIER_S: 'barocert:', CARRIER_K: 'barocert:' },
        secrets: { CARRIER_S_TOKEN: undefined, CARRIER_K_TOKEN: undefined },
        bindingOverrides: { BAROCERT: { name: 'plid-service-barocert', entrypoint: 'BarocertCarrier' } },
      },
    },
    workers: [
      ...workers,
      {
        bundle: bundleOf('test/service/support/port-worker.ts'),
        config: {
          name: 'port',
          main: 'port-worker.ts',
          compatibility_date: compatibilityDate,
          services: [{ binding: 'CARRIER', service: 'plid-service-carriers', entrypoint: 'Carrier' }],
        },
      },
    ],
  });

interface Called {
  answer?: unknown;
  /** The message with which the call has failed. */
  failure?: string;
}

/** Calls the port of a world as the sign-in does. */
export const portCaller =
  (world: () => Pick<World, 'harness'>) =>
  async (...parameters: PortCall): Promise<Called> => {
    const body = JSON.stringify(parameters);
    const answer = await world().harness.fetch('port', 'http://port', { method: 'POST', body });
    return (await answer.json()) as Called;
  };
