import path from 'node:path';
import * as v from 'valibot';
import { type Unstable_RawConfig, unstable_readConfig } from 'wrangler';
import { compatibilityDate, type Half, halfOf } from '../../../tools/configuration/index.ts';
import { settingsOf } from '../../../tools/configuration/settings-of.ts';
import { folderOf } from '../../../tools/configuration/worker-source.ts';
import type { ListedWorker } from '../../../workers/workers.ts';
import { bundleOf, root } from './bundles.ts';
import { configurationFile, deployment, listedWorkers, type Tree, thisTree } from './configurations.ts';
import { singleGateway } from './single-gateway.ts';
import {
  barocertSettings,
  gatewaySecrets,
  localProxyToken,
  localSecrets,
  operatorName,
  origins,
  serviceSecrets,
} from './test-settings.ts';
import type { WorkerInput } from './worker-options.ts';

export { type Half, root, type WorkerInput };

/** A test's changes of one worker, by the worker's name. */
export type Overrides = Record<
  string,
  {
    vars?: Record<string, string>;
    /** An undefined secret is omitted. */
    secrets?: Record<string, string | undefined>;
    bindingOverrides?: WorkerInput['bindingOverrides'];
    direct?: boolean;
  }
>;

type Route = string | { pattern: string };

export interface RoutedWorker {
  name: string;
  /** `login.example.com/oauth2/token*` */
  patterns: string[];
}

/** The KV namespaces of a half's workers, by the worker's name; bindings of Durable Objects are left out. */
export const kvBindingsOf = (half: Half): Map<string, string[]> =>
  new Map(
    listedWorkers
      .filter((worker) => halfOf(worker) === half && worker.classes === undefined)
      .map((worker) => {
        const bound = settingsOf(worker).filter(({ binding }) => binding?.kind === 'kv_namespaces');
        return [`plid-${worker.worker}`, bound.map(({ name }) => name)];
      }),
  );

/** The source trees of the Durable Objects and of the workers that call them; this one by default. */
export interface Releases {
  objects?: Tree;
  callers?: Tree;
}

/** The worker with a world's clock and limits (support/fakes/control-worker.ts). */
export const control = 'test-control';

/** The parts of a world that its clock controls. */
interface Controlled {
  /** The classes of objects, by the worker that holds them. */
  classes: Record<string, string[]>;
  /** The workers among them whose objects tests can look into. */
  observed: string[];
  namespaces: string[];
}

function controlWorker({ classes, observed, namespaces }: Controlled): WorkerInput {
  const bound = Object.entries(classes).flatMap(([script_name, names]) =>
    names.map((name) => ({ name: name.toUpperCase(), class_name: name, script_name })),
  );
  return {
    bundle: bundleOf('test/support/fakes/control-worker.ts'),
    config: {
      name: control,
      main: path.join(root, 'test/support/fakes/control-worker.ts'),
      compatibility_date: compatibilityDate,
      vars: { CLASSES: observed.map((name) => classes[name] ?? []), NAMESPACES: namespaces },
      durable_objects: { bindings: bound },
      kv_namespaces: namespaces.map((id) => ({ binding: id, id })),
    },
  };
}

/** The sandbox as a separate worker. Only tests run it so, and it is not listed. */
const sandboxWorker: WorkerInput = {
  bundle: bundleOf('test/support/fakes/sandbox-worker.ts'),
  config: {
    name: 'plid-carrier',
    main: path.join(root, 'sandbox/index.ts'),
    compatibility_date: compatibilityDate,
    vars: {
      BASE_URL: origins.service,
      ADMIN_TOKEN: `${operatorName}:${serviceSecrets.ADMIN_TOKEN}`,
      CARRIER_TOKEN: serviceSecrets.CARRIER_TOKEN,
      CARRIER_S_TOKEN: serviceSecrets.CARRIER_S_TOKEN,
      CARRIER_K_TOKEN: serviceSecrets.CARRIER_K_TOKEN,
      CARRIER_L_TOKEN: serviceSecrets.CARRIER_L_TOKEN,
      SANDBOX_URL: origins.sandbox,
      ...barocertSettings,
      BAROCERT_SECRET_KEY: serviceSecrets.BAROCERT_SECRET_KEY,
    },
    routes: [{ pattern: 'sandbox.example.com/*', zone_name: 'example.com' }],
    durable_objects: { bindings: [{ name: 'DIRECTORY', class_name: 'Directory' }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: ['Directory'] }],
    services: [{ binding: 'CLOCK', service: control }],
  },
};

/** The secrets of a worker. The operator's token has a name, unless the worker's release knows no names. */
function secretsOf(worker: ListedWorker): Record<string, string> {
  const secrets = { service: serviceSecrets, gateway: gatewaySecrets }[halfOf(worker)];
  const named = `${operatorName}:${secrets.ADMIN_TOKEN}`;
  const setting = worker.schema.entries.ADMIN_TOKEN as v.GenericSchema | undefined;
  const isNamed = setting !== undefined && v.is(setting, named);
  return { ...secrets, ...(isNamed && { ADMIN_TOKEN: named }) };
}

/** The differences of a world from the usual one. */
export interface Variant {
  half?: Half | undefined;
  /** Whether the gateway is one Worker. */
  single: boolean;
  overrides: Overrides;
  releases: Releases;
  /** Whether the stored state outlives the runtime. Alarms are then the runtime's own; limits are the tests', and forget what they counted. */
  outlives: boolean;
  /** The names of the workers that others replace. */
  replaced: ReadonlySet<string>;
}

/** The source of the worker that holds a half's objects, with access for tests. */
export const observedObjects = ({ worker }: Pick<ListedWorker, 'worker'>): string =>
  `test/support/fakes/${worker}-worker.ts`;

/**
 * Every worker of the list, or those of one half, with the configuration that is derived from it and test settings. workerd
 * doesn't start a worker that is bound to a class which the objects lack: such a binding gets a worker on which every call fails.
 */
export function routeWorkers(variant: Variant): WorkerInput[] {
  const { half, overrides, releases, outlives, replaced } = variant;
  const { objects = thisTree, callers = thisTree } = releases;
  const isOfHalf = (worker: ListedWorker) => half === undefined || halfOf(worker) === half;
  const chosen = [objects, callers].flatMap((tree) =>
    tree.workers
      .filter(({ classes }) => (classes === undefined ? callers : objects) === tree)
      .filter(isOfHalf)
      .map((worker) => ({ worker, tree })),
  );
  const configured = [...new Map(chosen.map((item) => [item.worker, item])).values()].map(
    ({ worker, tree: { top, bundles, isObserved: canBeObserved } }): WorkerInput => {
      const own = overrides[`plid-${worker.worker}`] ?? {};
      const { vars = {}, secrets = {}, bindingOverrides = {}, direct } = own;
      const isObserved = worker.classes !== undefined && canBeObserved;
      return {
        config: configurationFile(worker, bundles),
        bundle: bundleOf(isObserved ? observedObjects(worker) : `${folderOf(worker, top)}/index.ts`, bundles),
        vars: { ...(isObserved && !outlives && ringing), ...vars },
        secrets: { ...secretsOf(worker), ...secrets },
        bindingOverrides: {
          CLOCK: control,
          ...Object.fromEntries(missingFrom(objects, worker).map((name) => [name, control])),
          ...bindingOverrides,
        },
        limits: control,
        direct,
      };
    },
  );
  const holding = objects.workers
    .filter(isOfHalf)
    .flatMap(({ worker, classes }) =>
      classes === undefined ? [] : [{ name: `plid-${worker}`, classes: classes.flat() }],
    );
  const controlled: Controlled = {
    classes: Object.fromEntries(holding.map(({ name, classes }) => [name, classes])),
    observed: holding.map(({ name }) => name).filter((name) => objects.isObserved && !replaced.has(name)),
    namespaces: namespacesOf(half),
  };
  const isOneWorker = variant.single && half !== 'service' && callers === thisTree;
  const single = isOneWorker ? [singleGateway(configured)] : [];
  if (half === 'gateway') return [...single, ...configured, controlWorker(controlled)];
  if (!replaced.has('plid-carrier')) {
    controlled.classes['plid-carrier'] = ['Directory'];
    controlled.observed.push('plid-carrier');
  }
  return [...single, ...configured, sandboxWorker, controlWorker(controlled)];
}

/** Settings of objects whose alarms ring when the clock of the tests is moved. */
const ringing = { ALARMS_RING: 'yes' };

function namespacesOf(half: Half | undefined): string[] {
  const { APPLICATIONS = '', ...ofGateway } = deployment.namespaces;
  return [
    ...(half === 'gateway' ? [] : [APPLICATIONS]),
    ...(half === 'service' ? [] : Object.values(ofGateway)),
  ];
}

/** The bindings of a worker to classes that a tree does not have. */
function missingFrom({ workers }: Tree, worker: ListedWorker): string[] {
  const classes = workers.flatMap((each) => each.classes?.flat() ?? []);
  return settingsOf(worker).flatMap(({ name, binding }) =>
    binding?.kind === 'durable_objects' && !classes.includes(binding.class_name) ? [name] : [],
  );
}

export function localWorker({ overrides }: Pick<Variant, 'overrides'>): WorkerInput[] {
  const own = overrides['plid-local'] ?? {};
  const classes = {
    'plid-local': [
      'AccessRecords',
      'Account',
      'Application',
      'BarocertRequest',
      'Directory',
      'Disclosures',
      'Flow',
      'Phone',
      'PushedRequest',
      'User',
      'Waiting',
    ],
  };
  return [
    {
      config: path.join(root, 'wrangler.toml'),
      bundle: bundleOf('test/support/fakes/local-worker.ts'),
      vars: { ...ringing, PROXY_TOKEN: localProxyToken, ...own.vars },
      secrets: { ...localSecrets, ...own.secrets },
      bindingOverrides: { CLOCK: control, ...own.bindingOverrides },
      limits: control,
    },
    controlWorker({
      classes,
      observed: Object.keys(classes),
      namespaces: Object.values(deployment.namespaces),
    }),
  ];
}

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
