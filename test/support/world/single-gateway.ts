import { readFileSync } from 'node:fs';
import type { Unstable_RawConfig } from 'wrangler';
import { bundleOf } from './bundles.ts';
import { gatewaySecrets } from './test-settings.ts';
import type { WorkerInput } from './worker-options.ts';

/** Set to `single`, it runs the gateway's tests against the gateway as one Worker. */
export const formVariable = 'PLID_GATEWAY_FORM';
export const isSingle = (): boolean => process.env[formVariable] === 'single';

/** The guard forwards to another server, and the objects stay in a separate worker. */
const isContained = ({ name = '' }: Config): boolean =>
  name.startsWith('plid-gateway-') && !['plid-gateway-guard', 'plid-gateway-objects'].includes(name);

type Config = Partial<Unstable_RawConfig>;

/**
 * The gateway as one Worker, with the routes, settings, and bindings of the workers that it contains. The objects stay
 * in a worker that tests can look into.
 * @param inputs the workers of the other form.
 */
export function singleGateway(inputs: readonly WorkerInput[]): WorkerInput {
  const read = inputs
    .map((input) => ({ input, config: configOf(input) }))
    .filter(({ config }) => isContained(config));
  const configs = read.map(({ config }) => config);
  const bindings = configs.flatMap(({ durable_objects }) => durable_objects?.bindings ?? []);
  return {
    config: {
      name: 'plid-gateway',
      main: 'index.ts',
      compatibility_date: configs[0]?.compatibility_date ?? '',
      compatibility_flags: [
        ...new Set(configs.flatMap(({ compatibility_flags = [] }) => compatibility_flags)),
      ],
      routes: configs.flatMap(({ routes = [] }) => routes),
      vars: Object.assign({}, ...configs.map(({ vars }) => vars)),
      kv_namespaces: byName(
        configs.flatMap(({ kv_namespaces = [] }) => kv_namespaces),
        ({ binding }) => binding,
      ),
      durable_objects: { bindings: byName(bindings, ({ name }) => name) },
      ratelimits: byName(
        configs.flatMap(({ ratelimits = [] }) => ratelimits),
        ({ name }) => name,
      ),
    } as Config,
    bundle: bundleOf('test/support/fakes/single-gateway-worker.ts'),
    vars: Object.assign({}, ...read.map(({ input }) => input.vars)),
    secrets: secretsOf(read.map(({ input }) => input.secrets ?? {})),
    bindingOverrides: Object.assign({}, ...read.map(({ input }) => input.bindingOverrides)),
    limits: read[0]?.input.limits ?? '',
    direct: read.some(({ input }) => input.direct),
  };
}

/** The secrets of all workers. One that a test has changed in a single worker takes precedence. */
function secretsOf(secrets: NonNullable<WorkerInput['secrets']>[]): NonNullable<WorkerInput['secrets']> {
  const usual: Record<string, string> = gatewaySecrets;
  const changed = secrets
    .flatMap(Object.entries<string | undefined>)
    .filter(([name, value]) => value !== usual[name]);
  return { ...usual, ...Object.fromEntries(changed) };
}

const configOf = ({ config }: WorkerInput): Config =>
  typeof config === 'string' ? (JSON.parse(readFileSync(config, 'utf8')) as Config) : config;

const byName = <Item>(items: Item[], name: (item: Item) => string): Item[] => [
  ...new Map(items.map((item) => [name(item), item])).values(),
];
