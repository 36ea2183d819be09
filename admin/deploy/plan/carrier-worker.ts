import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findConfiguration } from '../../../tools/configuration/worker-folder.ts';
import { Failure } from '../../../tools/terminal/failure.ts';
import { fingerprintOfText } from '../cloudflare/fingerprints.ts';
import { wrangler } from '../cloudflare/wrangler.ts';
import type { DeploymentConfig } from '../settings/config.ts';
import type { Secrets } from '../settings/secrets.ts';
import type { Target } from './build-workers.ts';

/** The operator's own worker in front of their carriers. */
export interface Carrier {
  config: string;
  /** The names of the worker's required secrets, from the worker's configuration. */
  secrets: string[];
}

/**
 * @param carrier the folder of the carrier worker. @throws {Failure} if the worker is missing, or if it is
 * reachable from outside the service.
 */
export async function readCarrierWorker(carrier: string): Promise<Carrier> {
  const config = findConfiguration(carrier);
  if (config === undefined) throw new Failure(`carrier: no wrangler.toml found in ${carrier}.`);
  const { unstable_readConfig } = await import('wrangler');
  const { routes, route, workers_dev, secrets } = unstable_readConfig({ config }, { hideWarnings: true });
  if (workers_dev !== false || route !== undefined || (routes ?? []).length > 0) {
    throw new Failure(
      `${config}: only the service may reach the carrier worker. Set workers_dev = false and define no routes.`,
    );
  }
  return { config, secrets: secrets?.required ?? [] };
}

/** Returns the desired state of the carrier worker, under this deployment's name. wrangler bundles the worker. */
export async function buildCarrierWorker(
  { config, secrets: required }: Carrier,
  { name: prefix }: DeploymentConfig,
  secrets: Secrets,
  folder: string,
  fingerprintsOf: (secrets: Secrets) => Record<string, string>,
): Promise<Target> {
  const name = `${prefix}-carrier`;
  const built = path.join(folder, 'carrier');
  await wrangler(folder, ['deploy', '--dry-run', '--outdir', built, '--config', config, '--name', name]);
  const code = globSync('**/*.{js,mjs,wasm}', { cwd: built })
    .sort()
    .map((file) => readFileSync(path.join(built, file)));
  const own = Object.fromEntries(required.map((secret) => [secret, secrets[secret] ?? '']));
  const fingerprints = {
    code: fingerprintOfText(...code),
    configuration: fingerprintOfText(readFileSync(config)),
    secrets: fingerprintsOf(own),
  };
  return {
    name,
    config,
    routes: undefined,
    settings: undefined,
    domain: undefined,
    logSettings: {},
    migrationTag: undefined,
    secrets: own,
    fingerprints,
  };
}
