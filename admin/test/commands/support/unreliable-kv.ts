import path from 'node:path';
import type { Behaviour } from '../../../../test/support/fakes/unreliable-kv-worker.ts';
import { control, root, type WorkerInput } from '../../../../test/support/world/test-workers.ts';
import type { World } from '../../../../test/support/world/world.ts';

const name = 'unreliable-kv';

const readers = ['authorize', 'token', 'user', 'disconnect', 'subscribers', 'applications', 'objects'];

/** Options of {@link startWorld}: a service whose registered applications are in a KV namespace that a test can break. */
export const unreliableKv: { workers: WorkerInput[]; overrides: Record<string, object> } = {
  workers: [
    {
      config: {
        name,
        main: path.join(root, 'test/support/fakes/unreliable-kv-worker.ts'),
        compatibility_date: '2026-10-20',
        services: [{ binding: 'CLOCK', service: control }],
      },
    },
  ],
  overrides: Object.fromEntries(
    readers.map((worker) => [`plid-service-${worker}`, { bindingOverrides: { APPLICATIONS: name } }]),
  ),
};

interface Control {
  behave(changes: Partial<Behaviour>): Promise<void>;
  counts(): Promise<{ get: number; put: number; refused: number }>;
}

/** Makes operations of that namespace fail or succeed. An omitted operation succeeds. */
export const kvOf = (world: World): Promise<Control> => world.harness.exported(name);
