import type { Unstable_RawConfig } from 'wrangler';
import { publicFetchFlag, workerProperties } from '../../packages/plid/configuration/worker-properties.ts';
import type { WorkerDefinition } from '../../workers/core/worker/endpoint.ts';
import { pathPatterns } from '../../workers/core/worker/routes.ts';
import { type Setting, settingsOf } from './settings-of.ts';

export type Half = 'service' | 'gateway';

/** The values of one deployment. The rest of a configuration is derived from the worker. */
export interface Deployment {
  /** Prefix of every worker's name: `plid`. */
  name: string;
  zone: string;
  hosts: Record<Half, string>;
  /** Ids of KV namespaces, by binding. */
  namespaces: Record<string, string>;
  /** Values of non-secret settings, and the ids of client certificates. */
  vars: Record<string, string>;
  /** The operator's own workers that replace plid's: `{ 'service-carriers': 'carrier' }`. */
  instead: Record<string, string>;
  /** Rate limits that replace the workers' defaults, by name. */
  limits?: Record<string, number>;
}

/** A wrangler.json configuration. */
export type Configuration = Pick<
  Unstable_RawConfig,
  | 'name'
  | 'main'
  | 'compatibility_date'
  | 'compatibility_flags'
  | 'workers_dev'
  | 'preview_urls'
  | 'routes'
  | 'vars'
  | 'secrets'
  | 'kv_namespaces'
  | 'durable_objects'
  | 'services'
  | 'ratelimits'
  | 'mtls_certificates'
  | 'migrations'
  | 'observability'
  | 'logpush'
  | 'tail_consumers'
>;

/** The runtime version that the workers are written for, in development and deployed. */
export const compatibilityDate = '2026-10-20';

export const halfOf = ({ worker }: Pick<WorkerDefinition, 'worker'>): Half =>
  worker.startsWith('service-') ? 'service' : 'gateway';

/**
 * Derives the configuration of one worker.
 * @param workers all workers: a Durable Object class is bound from the worker that exports it.
 */
export function configurationOf(
  worker: WorkerDefinition,
  workers: readonly WorkerDefinition[],
  deployment: Deployment,
): Configuration {
  const settings = settingsOf(worker);
  const host = deployment.hosts[halfOf(worker)];
  const patterns = pathPatterns(worker).map((pattern) => ({
    pattern: `${host}${pattern}`,
    zone_name: deployment.zone,
  }));
  return {
    name: `${deployment.name}-${worker.worker}`,
    main: 'index.ts',
    compatibility_date: compatibilityDate,
    ...flagsFor(settings),
    workers_dev: false,
    ...workerProperties,
    ...(patterns.length > 0 && { routes: patterns }),
    vars: varsFor(settings, deployment),
    secrets: {
      required: settings.filter(({ secret, optional }) => secret && !optional).map(({ name }) => name),
    },
    ...bindingsFor(settings, worker, workers, deployment),
    ...migrationsFor(worker),
  };
}

/** Whether a worker is part of a deployment with these settings. */
export const isDeployed = (
  { deployedFor }: Pick<WorkerDefinition, 'deployedFor'>,
  vars: Record<string, string>,
): boolean => deployedFor === undefined || Object.values(vars).includes(deployedFor);

/**
 * The workers need nothing of Node.js. Without these flags, `process.env` would contain the secrets, where every
 * bundled package can read them: from compatibility date 2026-08-04, Cloudflare turns Node's APIs on.
 */
const withoutNode = ['no_nodejs_compat', 'no_nodejs_compat_v2'];

function flagsFor(settings: Setting[]): Pick<Configuration, 'compatibility_flags'> {
  const callsOutside = settings.some(({ name }) =>
    ['SERVICE_TIMEOUT', 'EVENT_KEY', 'CARRIER_S', 'TURNSTILE_URL', 'BAROCERT_URL'].includes(name),
  );
  return { compatibility_flags: [...withoutNode, ...(callsOutside ? [publicFetchFlag] : [])] };
}

function varsFor(settings: Setting[], { vars }: Deployment): Record<string, string> {
  const named = settings.filter(({ secret, binding }) => !secret && binding === undefined);
  return Object.fromEntries(
    named.flatMap(({ name }) => (vars[name] === undefined ? [] : [[name, vars[name]] as const])),
  );
}

function bindingsFor(
  settings: Setting[],
  worker: WorkerDefinition,
  workers: readonly WorkerDefinition[],
  { name: prefix, namespaces, vars, instead, limits }: Deployment,
): Partial<Configuration> {
  const kv_namespaces: NonNullable<Configuration['kv_namespaces']> = [];
  const objects: NonNullable<Configuration['durable_objects']>['bindings'] = [];
  const services: NonNullable<Configuration['services']> = [];
  const ratelimits: NonNullable<Configuration['ratelimits']> = [];
  const certificates: NonNullable<Configuration['mtls_certificates']> = [];
  for (const { name, binding } of settings) {
    switch (binding?.kind) {
      case 'kv_namespaces':
        kv_namespaces.push({ binding: name, id: namespaces[name] ?? '' });
        break;
      case 'durable_objects': {
        const { class_name } = binding;
        const holder = workers.find(({ classes }) => classes?.flat().includes(class_name));
        if (holder === undefined) throw new Error(`No worker exports the class ${class_name}`);
        const elsewhere =
          holder.worker === worker.worker ? {} : { script_name: `${prefix}-${holder.worker}` };
        objects.push({ name, class_name, ...elsewhere });
        break;
      }
      case 'services': {
        const { service, entrypoint } = binding;
        const target = workers.find((each) => each.worker === service);
        if (target !== undefined && !isDeployed(target, vars)) break;
        services.push({ binding: name, service: `${prefix}-${instead[service] ?? service}`, entrypoint });
        break;
      }
      case 'ratelimits': {
        const { namespace_id, limit, period } = binding;
        ratelimits.push({ name, namespace_id, simple: { limit: limits?.[name] ?? limit, period } });
        break;
      }
      case 'mtls_certificates':
        if (vars[name] !== undefined) certificates.push({ binding: name, certificate_id: vars[name] });
        break;
      case 'assets':
        throw new Error(`${worker.worker} is bound to assets, which only development has`);
    }
  }
  return {
    ...(kv_namespaces.length > 0 && { kv_namespaces }),
    ...(objects.length > 0 && { durable_objects: { bindings: objects } }),
    ...(services.length > 0 && { services }),
    ...(ratelimits.length > 0 && { ratelimits }),
    ...(certificates.length > 0 && { mtls_certificates: certificates }),
  };
}

function migrationsFor({ classes }: WorkerDefinition): Pick<Configuration, 'migrations'> {
  if (classes === undefined) return {};
  return {
    migrations: classes.map((names, index) => ({ tag: `v${index + 1}`, new_sqlite_classes: [...names] })),
  };
}
