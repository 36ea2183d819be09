import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Unstable_RawConfig, unstable_readConfig } from 'wrangler';
import {
  compatibilityDate,
  configurationOf,
  type Deployment,
  folderOf,
  type Half,
  halfOf,
} from '../../../scripts/configuration/index.ts';
import { loadWorkers } from '../../../scripts/configuration/load-workers.ts';
import { settingsOf } from '../../../scripts/configuration/settings-of.ts';
import type { ListedWorker } from '../../../workers/workers.ts';
import { bundleOf, bundlesOfThisTree, root } from './bundles.ts';
import type { WorkerInput } from './harness.ts';
import { gatewaySecrets, localSecrets, origins, serviceSecrets } from './test-settings.ts';

export { type Half, root, type WorkerInput };

/** What a test changes about one worker, by the worker's name. */
export type Overrides = Record<
  string,
  {
    vars?: Record<string, string>;
    secrets?: Record<string, string>;
    bindingOverrides?: Record<string, string>;
  }
>;

type Route = string | { pattern: string };

/** A worker that answers at routes. */
export interface RoutedWorker {
  name: string;
  /** `login.example.com/oauth2/token*` */
  patterns: string[];
}

/** Every worker that is deployed (workers/workers.ts). */
export const listedWorkers = await loadWorkers();

/** The KV namespaces that the workers of a half are bound to, by the worker's name; those of Durable Objects are left out. */
export const kvBindingsOf = (half: Half): Map<string, string[]> =>
  new Map(
    listedWorkers
      .filter((worker) => halfOf(worker) === half && worker.classes === undefined)
      .map((worker) => {
        const bound = settingsOf(worker).filter(({ binding }) => binding?.kind === 'kv_namespaces');
        return [`plid-${worker.worker}`, bound.map(({ name }) => name)];
      }),
  );

/** A source tree, bundled: this one, a changed copy of it, or the release before (releases.ts). */
export interface Tree {
  /** Its top folder. */
  top: string;
  workers: readonly ListedWorker[];
  /** The folder of the bundles. */
  bundles: string;
}
export const thisTree: Tree = { top: root, workers: listedWorkers, bundles: bundlesOfThisTree() };

/** Which source tree the Durable Objects come from, and which the workers that call them; this one by default. */
export interface Releases {
  objects?: Tree;
  callers?: Tree;
}

const clock = 'test-clock';
const clockWorker: WorkerInput = {
  bundle: bundleOf('test/support/doubles/clock-worker.ts'),
  config: {
    name: clock,
    main: path.join(root, 'test/support/doubles/clock-worker.ts'),
    compatibility_date: compatibilityDate,
  },
};

/** The sandbox as a worker of its own; only tests run it so, which is why it is not listed. */
const sandboxWorker: WorkerInput = {
  bundle: bundleOf('workers/sandbox/index.ts'),
  config: {
    name: 'plid-carrier',
    main: path.join(root, 'workers/sandbox/index.ts'),
    compatibility_date: compatibilityDate,
    vars: {
      BASE_URL: origins.service,
      ADMIN_TOKEN: serviceSecrets.ADMIN_TOKEN,
      CARRIER_TOKEN: serviceSecrets.CARRIER_TOKEN,
    },
    routes: [{ pattern: 'sandbox.example.com/*', zone_name: 'example.com' }],
    durable_objects: { bindings: [{ name: 'DIRECTORY', class_name: 'Directory' }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: ['Directory'] }],
    services: [{ binding: 'CLOCK', service: clock }],
  },
};

/** The tests' own deployment of all workers. */
export const deployment: Deployment = {
  name: 'plid',
  zone: 'example.com',
  hosts: { service: new URL(origins.service).host, gateway: new URL(origins.gateway).host },
  namespaces: { APPLICATIONS: 'plid-applications', STATES: 'plid-states', SESSIONS: 'plid-sessions' },
  vars: {
    BASE_URL: origins.service,
    SERVICE_URL: origins.service,
    GATEWAY_ORIGIN: origins.gateway,
    CLIENT_ID: 'demoshop000000000001',
    APPLICATION_URL: 'https://application.example.com',
    PUBLIC_PATHS: '/robots.txt',
  },
};

const secretsOf = { service: serviceSecrets, gateway: gatewaySecrets };

/**
 * Every worker of the list with the configuration that is derived from it and test settings; or those of one half. workerd does
 * not start a worker whose entrypoint the release before lacks: there its calls fail, as they do at Cloudflare.
 */
export function routeWorkers(
  overrides: Overrides,
  half: Half | undefined,
  { objects = thisTree, callers = thisTree }: Releases = {},
): WorkerInput[] {
  const chosen = [objects, callers].flatMap((tree) =>
    tree.workers
      .filter(({ classes }) => (classes === undefined ? callers : objects) === tree)
      .map((worker) => ({ worker, tree })),
  );
  const configured = [...new Map(chosen.map((item) => [item.worker, item])).values()]
    .filter(({ worker }) => half === undefined || halfOf(worker) === half)
    .map(({ worker, tree: { bundles } }): WorkerInput => {
      const { vars = {}, secrets = {}, bindingOverrides = {} } = overrides[`plid-${worker.worker}`] ?? {};
      return {
        config: configurationFile(worker, bundles),
        bundle: bundleOf(`${folderOf(worker)}/index.ts`, bundles),
        vars,
        secrets: { ...secretsOf[halfOf(worker)], ...secrets },
        bindingOverrides: {
          CLOCK: clock,
          ...(objects !== callers && isBoundTo(worker, 'EVENT_KEYS') && { EVENT_KEYS: clock }),
          ...bindingOverrides,
        },
      };
    });
  return [...configured, ...(half === 'gateway' ? [] : [sandboxWorker]), clockWorker];
}

const isBoundTo = (worker: ListedWorker, binding: string): boolean => binding in worker.schema.entries;

/** In a folder of its own, where wrangler finds nothing else. */
const configurationFile = ({ worker }: ListedWorker, bundles: string) =>
  path.join(bundles, 'configurations', worker, 'wrangler.json');

/**
 * Writes the configurations of all workers, once before all tests. Where wrangler is told which secrets are required, it
 * also looks for settings in this process's environment: that is left out.
 */
export function writeConfigurations({ workers, bundles }: Tree = thisTree): void {
  for (const worker of workers) {
    const { secrets: _, ...configuration } = configurationOf(worker, workers, deployment);
    const file = configurationFile(worker, bundles);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(configuration));
  }
}

/** The local world alone: every worker in one. */
export function localWorker(overrides: Overrides): WorkerInput[] {
  const own = overrides['plid-local'] ?? {};
  return [
    {
      config: path.join(root, 'wrangler.toml'),
      bundle: bundleOf('workers/local.ts'),
      vars: own.vars ?? {},
      secrets: { ...localSecrets, ...own.secrets },
      bindingOverrides: { CLOCK: clock, ...own.bindingOverrides },
    },
    clockWorker,
  ];
}

/** The routes of the workers. */
export function routesOf(workers: WorkerInput[]): RoutedWorker[] {
  return workers.map((worker) => {
    const config = configOf(worker);
    const routes: Route[] = config.routes ?? [];
    return {
      name: config.name ?? '',
      patterns: routes.map((route) => (typeof route === 'string' ? route : route.pattern)),
    };
  });
}

export const nameOf = (worker: WorkerInput): string => configOf(worker).name ?? '';

const configs = new Map<string, Pick<Unstable_RawConfig, 'name' | 'routes'>>();

function configOf({ config }: WorkerInput): Pick<Unstable_RawConfig, 'name' | 'routes'> {
  if (typeof config !== 'string') return config;
  const read = configs.get(config) ?? unstable_readConfig({ config }, { hideWarnings: true });
  configs.set(config, read);
  return read;
}
