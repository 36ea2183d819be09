import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Unstable_RawConfig } from 'wrangler';
import { esbuild, workerBundle } from '../../../tools/configuration/esbuild.ts';
import { type Configuration, configurationOf } from '../../../tools/configuration/index.ts';
import { settingsOf } from '../../../tools/configuration/settings-of.ts';
import { folderOf } from '../../../tools/configuration/worker-source.ts';
import { Failure } from '../../../tools/terminal/failure.ts';
import type { ListedWorker } from '../../../workers/workers.ts';
import { type Fingerprints, fingerprintOfText } from '../cloudflare/fingerprints.ts';
import { type BoundSettings, settingsIn } from '../read/bound-settings.ts';
import { type DeploymentConfig, replacedWorkers } from '../settings/config.ts';
import { type LogSettings, logSettingsIn, withObservability } from '../settings/log-settings.ts';
import type { Secrets } from '../settings/secrets.ts';

/** The desired state of a worker at Cloudflare. */
export interface Target {
  /** At Cloudflare: `plid-service-token`. */
  name: string;
  config: string;
  /**
   * Patterns of the worker's routes, or undefined for the operator's carrier worker ({@link isOperatorsOwn}).
   */
  routes: string[] | undefined;
  /** The host that the worker serves as a custom domain. */
  domain: string | undefined;
  /**
   * The worker's settings, rate limits, and client certificates, or undefined for the operator's carrier worker,
   * whose configuration the operator writes.
   */
  settings: BoundSettings | undefined;
  logSettings: LogSettings;
  /** Tag of the last migration of the worker's Durable Object classes, or undefined if it has no classes. */
  migrationTag: string | undefined;
  secrets: Secrets;
  /**
   * Fingerprints of the worker's code, configuration, and secrets. They are part of the version's tag at
   * Cloudflare.
   */
  fingerprints: Fingerprints;
}

/** Whether this is the operator's carrier worker, whose configuration the operator writes. */
export const isOperatorsOwn = ({ routes }: Pick<Target, 'routes'>): boolean => routes === undefined;

const root = path.resolve(import.meta.dirname, '../../..');

interface Build {
  config: DeploymentConfig;
  workers: readonly ListedWorker[];
  listed: readonly ListedWorker[];
  vars: Record<string, string>;
  /** Ids of KV namespaces, by binding. */
  namespaces: Record<string, string>;
  secrets: Secrets;
  fingerprintsOf(secrets: Secrets): Record<string, string>;
  /** Output folder. */
  folder: string;
}

/** Bundles all workers in one build, and writes their configurations. */
export async function build({ config, workers, listed, vars, namespaces, folder, ...given }: Build) {
  await bundle(workers, folder);
  return workers.map((worker): Target => {
    const { host, zone, name } = config;
    const hosts = { service: host, gateway: host };
    const deployment = {
      name,
      zone,
      hosts,
      namespaces,
      vars,
      instead: replacedWorkers(config),
      limits: config.limits,
    };
    const stated = withObservability(configurationOf(worker, listed, deployment), config.observability);
    const configuration = adapt(stated, worker, config);
    const file = path.join(folder, `${worker.worker}.json`);
    const text = JSON.stringify(configuration, null, 2);
    writeFileSync(file, text);
    const own = secretsFor(worker, given.secrets);
    const code = readFileSync(path.join(folder, worker.worker, 'index.js'));
    return {
      name: configuration.name ?? '',
      config: file,
      secrets: own,
      settings: settingsIn(configuration),
      ...routesOf(configuration),
      logSettings: logSettingsIn(configuration),
      migrationTag: configuration.migrations?.at(-1)?.tag,
      fingerprints: {
        code: fingerprintOfText(code),
        configuration: fingerprintOfText(text),
        secrets: given.fingerprintsOf(own),
      },
    };
  });
}

/**
 * Returns the secrets that a worker uses, including optional ones. Their order doesn't depend on where they come
 * from.
 */
function secretsFor(worker: ListedWorker, secrets: Secrets): Secrets {
  const names = settingsOf(worker).flatMap(({ name, secret }) => (secret === undefined ? [] : [name]));
  const own = Object.entries(secrets).filter(([name]) => names.includes(name));
  return Object.fromEntries(own.sort(([left], [right]) => (left < right ? -1 : 1)));
}

async function bundle(workers: readonly ListedWorker[], folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    await esbuild.build({
      ...workerBundle,
      absWorkingDir: root,
      entryPoints: Object.fromEntries(
        workers.map((worker) => [`${worker.worker}/index`, `${folderOf(worker)}/index.ts`]),
      ),
      outdir: folder,
      logLevel: 'silent',
    });
  } catch (error) {
    failToBuild(error);
  }
  for (const worker of workers) nameSources(path.join(folder, worker.worker, 'index.js.map'));
}

/** @throws {Failure} that contains the position of the error. */
export function failToBuild(error: unknown): never {
  throw new Failure(`The workers could not be built. ${error instanceof Error ? error.message : ''}`);
}

/**
 * Makes the file names in an uploaded source map relative to the project, so that the map contains no local path.
 */
function nameSources(file: string): void {
  const map: { sources: string[] } = JSON.parse(readFileSync(file, 'utf8'));
  const sources = map.sources.map((source) => {
    // A source map contains URLs, so a space or Korean letter in a folder's path is percent-encoded.
    const absolute = path.resolve(path.dirname(file), decodeURIComponent(source));
    const name = path.relative(root, absolute).replaceAll('\\', '/');
    // Libraries may be installed elsewhere and linked into the project.
    return name.replace(/^\.\.\/.*\/(?=node_modules\/)/, '');
  });
  writeFileSync(file, JSON.stringify({ ...map, sources }));
}

type Deployed = Configuration & Pick<Unstable_RawConfig, 'no_bundle' | 'upload_source_maps'>;

/**
 * Adapts a worker's configuration to a deployment. Its bundle is already built, and names that must be unique in
 * an account get a prefix.
 */
function adapt(
  configuration: Configuration,
  worker: ListedWorker,
  { half, host, zone, name }: DeploymentConfig,
) {
  const adapted: Deployed = {
    ...configuration,
    main: `${worker.worker}/index.js`,
    no_bundle: true,
    upload_source_maps: true,
  };
  // A custom domain creates the host's DNS record and certificate. The gateway uses the application's own host.
  if (worker.catchAll && half === 'service') {
    adapted.routes = [{ pattern: host, zone_name: zone, custom_domain: true }];
  }
  if (configuration.ratelimits !== undefined) {
    adapted.ratelimits = configuration.ratelimits.map((limit) => ({
      ...limit,
      namespace_id: ownNamespace(name, limit.namespace_id),
    }));
  }
  return adapted;
}

/**
 * Returns the namespace ID of a rate limit, which is a positive 31-bit number. Two deployments in one account must
 * not share counters.
 */
const ownNamespace = (name: string, id: string): string =>
  String((createHash('sha256').update(`${name} ${id}`).digest().readUInt32BE() >>> 1) + 1);

function routesOf({ routes = [] }: Configuration): Pick<Target, 'routes' | 'domain'> {
  const stated = routes.map((route) => (typeof route === 'string' ? { pattern: route } : route));
  const isDomain = (route: object) => 'custom_domain' in route && route.custom_domain === true;
  return {
    routes: stated.filter((route) => !isDomain(route)).map(({ pattern }) => pattern),
    domain: stated.find(isDomain)?.pattern,
  };
}
