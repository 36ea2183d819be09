import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type ObjectWindow from '../support/doubles/object-window-worker.ts';
import type StoredKv from '../support/doubles/stored-kv-worker.ts';
import { ContractError } from '../support/inspect/contract.ts';
import { administer } from '../support/requests/operator-requests.ts';
import { testFolder } from '../support/world/isolation.ts';
import { askingRudely, rudeCarrier } from '../support/world/rude-world.ts';
import { applications, origins } from '../support/world/test-settings.ts';
import { control, kvBindingsOf, root, type WorkerInput } from '../support/world/test-workers.ts';
import { startWorld, type World } from '../support/world/world.ts';
import { call } from './closed-sockets.ts';

type Half = 'service' | 'gateway';
const compatibility_date = '2026-10-20';
const clock = { binding: 'CLOCK', service: control };
const source = (file: string) => path.join(root, 'test/support', file);

const kv = (name: string): WorkerInput => ({
  config: {
    name,
    main: source('doubles/stored-kv-worker.ts'),
    compatibility_date,
    services: [clock],
    durable_objects: { bindings: [{ name: 'ROWS', class_name: 'KvRows' }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: ['KvRows'] }],
  },
});

const classOf = (half: Half, name: string) => ({
  name: name.toUpperCase(),
  class_name: name,
  script_name: `plid-${half}-objects`,
});
const objectWindow: WorkerInput = {
  config: {
    name: 'object-window',
    main: source('doubles/object-window-worker.ts'),
    compatibility_date,
    durable_objects: {
      bindings: [
        ...['Account', 'Phone'].map((name) => classOf('service', name)),
        ...['User', 'Flow'].map((name) => classOf('gateway', name)),
      ],
    },
  },
};

/** A pattern with one more star than the service's own workers have: the longest of all matching patterns wins. */
const inFront = (routed: string) => ({
  pattern: `${new URL(origins.service).host}${routed}**`,
  zone_name: 'example.com',
});
const faultyService: WorkerInput = {
  config: {
    name: 'faulty-service',
    main: source('doubles/faulty-service-worker.ts'),
    compatibility_date,
    routes: ['/oauth2/authorize', '/oauth2/token', '/v1/user/me', '/v1/user/disconnect'].map(inFront),
    services: ['authorize', 'token', 'user', 'disconnect'].map((worker) => ({
      binding: worker.toUpperCase(),
      service: `plid-service-${worker}`,
    })),
    durable_objects: {
      bindings: [{ name: 'DIRECTORY', class_name: 'Directory', script_name: 'plid-carrier' }],
    },
  },
};

/**
 * The settings of a half's workers that differ: its KV can fail. A phone takes as many requests as faults need; a copy of a
 * session lasts two minutes, so that the audit is short.
 */
const settingsOf = (half: Half) =>
  [...kvBindingsOf(half)].map(([worker, bound]) => [
    worker,
    {
      vars: half === 'gateway' ? { SESSION_CACHE_LIFETIME: '120' } : { PHONE_REQUEST_LIMIT: '100' },
      bindingOverrides: Object.fromEntries(bound.map((name) => [name, `${half}-kv`])),
    },
  ]);

const ofObjects = Object.entries({
  'plid-service-objects': { bindingOverrides: { APPLICATIONS: 'service-kv' } },
  'plid-gateway-objects': { vars: { RETENTION_DAYS: '1' } },
});

export type SoakWorld = Awaited<ReturnType<typeof startSoakWorld>>;

const workers = [kv('service-kv'), kv('gateway-kv'), faultyService, objectWindow, rudeCarrier];

/** Registers the gateway for events about people who leave or are disconnected, also in a KV that lags. */
async function registerForEvents(world: World): Promise<void> {
  const body = { events: `${world.gateway}/auth/events` };
  const registered = await administer(world, 'PATCH', `/${applications.shop.client_id}`, { body });
  if (registered.status !== 200) throw new Error(`No events: ${await registered.text()}`);
  await world.clock.advance(61);
}

/** Both halves and the sandbox in a folder of their own, with dependencies that fail on demand. */
export async function startSoakWorld() {
  const folder = mkdtempSync(path.join(testFolder(), 'soak-'));
  const world = await startWorld({
    folder,
    inspected: true,
    overrides: askingRudely(
      Object.fromEntries([...settingsOf('service'), ...settingsOf('gateway'), ...ofObjects]),
    ),
    workers,
  });
  const between = watchBetweenWorkers();
  await registerForEvents(world);
  let time = await world.clock.now();
  return {
    ...world,
    time: {
      /** The time of the workers, in seconds since 1970, as the clock was moved: also available while they are down. */
      now: () => Math.floor(time),
      async advance(seconds: number): Promise<void> {
        await call(() => world.clock.advance(seconds));
        time += seconds;
      },
    },
    folder,
    kv: (half: Half) => world.harness.exported<Pick<StoredKv, 'behave' | 'stored'>>(`${half}-kv`),
    objects: () =>
      world.harness.exported<Pick<ObjectWindow, 'fail' | 'atRest' | 'atRestOfId'>>('object-window'),
    /** Answers between workers that docs/openapi.yaml does not describe. */
    disagreements: between.disagreements,
    async close(): Promise<void> {
      between.restore();
      await world.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function watchBetweenWorkers() {
  const fetchBetween = globalThis.fetch;
  const disagreements: string[] = [];
  globalThis.fetch = async (input, init) => {
    try {
      return await fetchBetween(input, init);
    } catch (failure) {
      if (failure instanceof ContractError) disagreements.push(failure.message);
      throw failure;
    }
  };
  return {
    disagreements: disagreements as readonly string[],
    restore(): void {
      globalThis.fetch = fetchBetween;
    },
  };
}
