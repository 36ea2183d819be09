import path from 'node:path';
import { root, type WorkerInput } from '../world/test-workers.ts';

/**
 * A worker in the place of the one that holds the service's Durable Objects.
 * @param file its source, from test/support: `inspect/inspected-objects.ts`. @param clock whether it keeps the tests' time, or the real one.
 * @param vars its settings.
 */
export const replacedObjects = (
  file: string,
  { clock = true, vars = {} }: { clock?: boolean; vars?: Record<string, string> } = {},
): WorkerInput => ({
  config: {
    name: 'plid-service-objects',
    main: path.join(root, 'test/support', file),
    compatibility_date: '2026-10-20',
    vars,
    durable_objects: { bindings: [{ name: 'ACCOUNT', class_name: 'Account' }] },
    kv_namespaces: [{ binding: 'APPLICATIONS', id: 'plid-applications' }],
    migrations: [{ tag: 'v1', new_sqlite_classes: ['Account', 'Phone', 'Application'] }],
    ...(clock && { services: [{ binding: 'CLOCK', service: 'test-clock' }] }),
  },
});
