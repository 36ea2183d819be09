import path from 'node:path';
import { origins } from '../../test/support/world/test-settings.ts';
import {
  control,
  kvBindingsOf,
  type Overrides,
  type WorkerInput,
} from '../../test/support/world/test-workers.ts';
import type { World } from '../../test/support/world/world.ts';
import { askingRudely, rudeCarrier } from '../fuzz/malformed-carrier-world.ts';
import type ObjectWindow from './object-window-worker.ts';
import type StoredKv from './stored-kv-worker.ts';

export type Half = 'service' | 'gateway';
export const halves: readonly Half[] = ['service', 'gateway'];

const compatibility_date = '2026-10-20';
const source = (name: string) => path.join(import.meta.dirname, name);

const kv = (half: Half): WorkerInput => ({
  config: {
    name: `${half}-kv`,
    main: source('stored-kv-worker.ts'),
    compatibility_date,
    services: [{ binding: 'CLOCK', service: control }],
    durable_objects: { bindings: [{ name: 'ROWS', class_name: 'KvRows' }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: ['KvRows'] }],
  },
});

/** The objects that store values of users, and the names of their bindings in the worker that reads them. */
export const watchedClasses = [
  { half: 'service', name: 'Account', binding: 'ACCOUNT' },
  { half: 'service', name: 'Phone', binding: 'PHONE' },
  { half: 'gateway', name: 'User', binding: 'USER' },
  { half: 'gateway', name: 'Flow', binding: 'FLOW' },
] as const;

const objectWindow: WorkerInput = {
  config: {
    name: 'object-window',
    main: source('object-window-worker.ts'),
    compatibility_date,
    durable_objects: {
      bindings: watchedClasses.map(({ half, name, binding }) => ({
        name: binding,
        class_name: name,
        script_name: `plid-${half}-objects`,
      })),
    },
  },
};

/** The same routes as the service's own workers have. */
const inFront = (routed: string) => ({
  pattern: `${new URL(origins.service).host}${routed}*`,
  zone_name: 'example.com',
});
export const faultyEndpoints = ['/oauth2/authorize', '/oauth2/token', '/v1/user/me', '/v1/user/disconnect'];
const faultyService: WorkerInput = {
  config: {
    name: 'faulty-service',
    main: source('faulty-service-worker.ts'),
    compatibility_date,
    routes: faultyEndpoints.map(inFront),
    services: ['authorize', 'token', 'user', 'disconnect'].map((worker) => ({
      binding: worker.toUpperCase(),
      service: `plid-service-${worker}`,
    })),
    durable_objects: {
      bindings: [{ name: 'DIRECTORY', class_name: 'Directory', script_name: 'plid-carrier' }],
    },
  },
};

/** The additional workers of a world of lives: dependencies that fail on demand, and one that reads the objects. */
export const failingParts = [kv('service'), kv('gateway'), faultyService, objectWindow, rudeCarrier];

/** The settings with which the workers use these parts, added to others. */
export function usingFailingParts(settings: Overrides): Overrides {
  const bound = halves.flatMap((half) =>
    [
      ...kvBindingsOf(half),
      [`plid-${half}-objects`, half === 'service' ? ['APPLICATIONS'] : []] as const,
    ].map(
      ([worker, names]) => [worker, Object.fromEntries(names.map((name) => [name, `${half}-kv`]))] as const,
    ),
  );
  const used = Object.fromEntries(
    bound.map(([worker, bindingOverrides]) => [worker, { ...settings[worker], bindingOverrides }]),
  );
  return askingRudely({ ...settings, ...used });
}

/** The namespace of a half. */
export const kvOf = ({ harness }: Pick<World, 'harness'>, half: Half) =>
  harness.exported<Pick<StoredKv, 'behave' | 'stored'>>(`${half}-kv`);

/** The objects of both halves. */
export const objectsOf = ({ harness }: Pick<World, 'harness'>) =>
  harness.exported<Pick<ObjectWindow, 'fail' | 'atRest' | 'atRestOfId'>>('object-window');
