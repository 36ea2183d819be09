import { globSync } from 'node:fs';
import path from 'node:path';
import { type createTestHarness, type Unstable_Config, unstable_readConfig } from 'wrangler';
import { bundleOf, root } from './bundles.ts';
import { gatewaySecrets, origins, serviceSecrets } from './settings.ts';

export { root };

type HarnessOptions = NonNullable<Parameters<typeof createTestHarness>[0]>;
export type WorkerInput = HarnessOptions['workers'][number];

/** What a test changes about one worker, by the worker's name. */
export type Overrides = Record<
  string,
  {
    vars?: Record<string, string>;
    secrets?: Record<string, string>;
    bindingOverrides?: Record<string, string>;
  }
>;

export type Half = 'service' | 'gateway';

type Route = string | { pattern: string };

/** A worker that answers at routes. */
export interface RoutedWorker {
  name: string;
  /** `login.example.com/oauth2/token*`, most specific first. */
  patterns: string[];
}

const clock = 'test-clock';
const clockWorker: WorkerInput = {
  config: {
    name: clock,
    main: bundleOf('test/support/clock-worker.ts'),
    no_bundle: true,
    compatibility_date: '2026-10-20',
  },
};

/** The sandbox as a worker of its own; only tests run it so, which is why it has no wrangler.toml. */
const sandboxWorker: WorkerInput = {
  config: {
    name: 'plid-carrier',
    main: bundleOf('workers/sandbox/index.ts'),
    no_bundle: true,
    compatibility_date: '2026-10-20',
    vars: { BASE_URL: origins.service, CARRIER_TOKEN: serviceSecrets.CARRIER_TOKEN },
    routes: [{ pattern: 'sandbox.example.com/*', zone_name: 'example.com' }],
    durable_objects: { bindings: [{ name: 'DIRECTORY', class_name: 'Directory' }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: ['Directory'] }],
    services: [{ binding: 'CLOCK', service: clock }],
  },
};

const settingsOf = {
  service: { vars: { BASE_URL: origins.service }, secrets: serviceSecrets },
  gateway: {
    vars: {
      SERVICE_URL: origins.service,
      GATEWAY_ORIGIN: origins.gateway,
      CLIENT_ID: 'demoshop000000000001',
    },
    secrets: gatewaySecrets,
  },
};

/** Every worker that has a wrangler.toml of its own, from that file, with test settings; or those of one half. */
export function routeWorkers(overrides: Overrides, half: Half | undefined): WorkerInput[] {
  const halves = half ?? '{service,gateway}';
  const configured = globSync(`workers/${halves}/*/wrangler.toml`, { cwd: root }).map((file) => {
    const configPath = path.join(root, file);
    const { vars, secrets } = settingsOf[file.split(path.sep)[1] as Half];
    const own = overrides[nameOf({ configPath })] ?? {};
    return {
      configPath,
      prebuiltWorkerDir: path.dirname(bundleOf(file.replace('wrangler.toml', 'index.ts'))),
      vars: { ...vars, ...own.vars },
      secrets: { ...secrets, ...own.secrets },
      bindingOverrides: { CLOCK: clock, ...own.bindingOverrides },
    };
  });
  return [...configured, ...(half === 'gateway' ? [] : [sandboxWorker]), clockWorker];
}

/** The local world alone: every worker in one. */
export function localWorker(overrides: Overrides): WorkerInput[] {
  const own = overrides['plid-local'] ?? {};
  return [
    {
      configPath: path.join(root, 'wrangler.toml'),
      prebuiltWorkerDir: path.dirname(bundleOf('workers/local.ts')),
      vars: own.vars ?? {},
      secrets: { ...serviceSecrets, ...gatewaySecrets, ...own.secrets },
      bindingOverrides: { CLOCK: clock, ...own.bindingOverrides },
    },
    clockWorker,
  ];
}

/** The routes of the workers, the longest pattern first, as Cloudflare prefers them. */
export function routesOf(workers: WorkerInput[]): RoutedWorker[] {
  return workers.map((worker) => {
    const config = configOf(worker);
    const routes: Route[] = config.routes ?? [];
    const patterns = routes.map((route) => (typeof route === 'string' ? route : route.pattern));
    return { name: config.name ?? '', patterns: patterns.sort((left, right) => right.length - left.length) };
  });
}

export const nameOf = (worker: WorkerInput): string => configOf(worker).name ?? '';

const configs = new Map<string, Unstable_Config>();

function configOf(worker: WorkerInput): Pick<Unstable_Config, 'name' | 'routes'> {
  if ('config' in worker) return worker.config as Unstable_Config;
  const file = String(worker.configPath);
  const config = configs.get(file) ?? unstable_readConfig({ config: file }, { hideWarnings: true });
  configs.set(file, config);
  return config;
}
