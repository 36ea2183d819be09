import path from 'node:path';
import { root } from '../../support/world/test-workers.ts';
import type { WorkerInput } from '../../support/world/worker-options.ts';

/** A carrier instead of the sandbox's, whose responses a test sets in advance (fakes/carrier-stand-in.ts). */
export const standInCarrier: WorkerInput = {
  renewed: true,
  config: {
    name: 'plid-carrier',
    main: path.join(root, 'test/support/fakes/carrier-stand-in.ts'),
    compatibility_date: '2026-10-20',
  },
};
