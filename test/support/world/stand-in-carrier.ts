import path from 'node:path';
import type { WorkerInput } from './harness.ts';
import { root } from './test-workers.ts';

/** A carrier in place of the sandbox's, whose answers a test gives beforehand (doubles/carrier-stand-in.ts). */
export const standInCarrier: WorkerInput = {
  config: {
    name: 'plid-carrier',
    main: path.join(root, 'test/support/doubles/carrier-stand-in.ts'),
    compatibility_date: '2026-10-20',
  },
};
