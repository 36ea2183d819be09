import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configurationOf, type Deployment } from '../../../tools/configuration/index.ts';
import { loadWorkers } from '../../../tools/configuration/load-workers.ts';
import type { ListedWorker } from '../../../workers/workers.ts';
import { bundlesOfThisTree, root } from './bundles.ts';
import { barocertSettings, openIdClients, origins } from './test-settings.ts';

/** Every worker that is deployed (workers/workers.ts). */
export const listedWorkers = await loadWorkers();

/** A bundled source tree: this one, a changed copy of it, or another commit (source-trees.ts). */
export interface Tree {
  top: string;
  workers: readonly ListedWorker[];
  bundles: string;
  /** Whether tests can look into its objects (support/assertions/observed-objects.ts). */
  isObserved: boolean;
}
export const thisTree: Tree = {
  top: root,
  workers: listedWorkers,
  bundles: bundlesOfThisTree(),
  isObserved: true,
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
    OPENID_CLIENTS: openIdClients,
    PASSKEYS: 'Y',
    ...barocertSettings,
  },
  instead: { 'service-carriers': 'carrier' },
};

/** A path in a separate folder, where wrangler finds no other file. */
export const configurationFile = ({ worker }: ListedWorker, bundles: string) =>
  path.join(bundles, 'configurations', worker, 'wrangler.json');

/**
 * Writes the configurations of all workers, once before all tests. The list of required secrets is omitted: with it wrangler
 * also looks for settings in this process's environment.
 * @param flags of the runtime that a test needs in addition to a worker's own.
 */
export function writeConfigurations(
  { workers, bundles }: Tree = thisTree,
  flags: readonly string[] = [],
): void {
  for (const worker of workers) {
    const { secrets: _, ...configuration } = configurationOf(worker, workers, deployment);
    const file = configurationFile(worker, bundles);
    const compatibility_flags = [...(configuration.compatibility_flags ?? []), ...flags];
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...configuration, compatibility_flags }));
  }
}
