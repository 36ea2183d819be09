import { loadWorkers } from '../../tools/configuration/load-workers.ts';
import type { Connection } from '../deploy/connection.ts';
import { type Deployed, readDeploymentWorkers } from '../deploy/deployed-workers.ts';
import type { Deployment } from '../deploy/deployment.ts';
import { secretNameDigest } from '../deploy/fingerprints.ts';
import { readAllSecrets } from '../deploy/secret-sources.ts';
import {
  type Rotation,
  remainingRotationPasses,
  rotationOf,
  secretFingerprintIn,
} from './rotation-progress.ts';
import { readStartedPass } from './started-pass.ts';

/**
 * Access to a deployment's current rotations, which are read from Cloudflare and from the deployment's local
 * folder.
 */
export interface DeployedKeys {
  /** The current rotation of a secret. */
  rotationOf(secret: string): Rotation | undefined;
}

/** Returns the fingerprint of a secret's value, in the same form as in a version's tag. */
export const secretValueFingerprint = (
  { fingerprintsOf }: Connection,
  secret: string,
  value: string,
): string => fingerprintsOf({ [secret]: value })[secretNameDigest(secret)] ?? '';

/** Reads the current rotations from Cloudflare. @throws {Failure} if Cloudflare's API can't be used. */
export async function readDeployedKeys(deployment: Deployment): Promise<DeployedKeys> {
  const { config } = deployment;
  const connection = await deployment.connect();
  const [workers, listed] = await Promise.all([readDeploymentWorkers(connection, config), loadWorkers()]);
  return {
    rotationOf: (secret) =>
      startedHere(secret, workers, deployment, connection) ?? rotationOf(secret, workers, config, listed),
  };
}

/**
 * Finds a rotation whose current pass was interrupted before the pass's first deployment. In this case, the
 * secrets file contains the new value, but no version at Cloudflare does.
 */
function startedHere(
  secret: string,
  workers: ReadonlyMap<string, Deployed>,
  deployment: Deployment,
  connection: Connection,
): Rotation | undefined {
  const started = readStartedPass(deployment.paths.keys);
  const value = readAllSecrets(deployment)[secret];
  if (started?.secret !== secret || value === undefined) return undefined;
  const { pass, from, to, fingerprint } = started;
  const versions = [...workers.values()].flatMap((worker) => worker.versions);
  if (secretValueFingerprint(connection, secret, value) !== fingerprint) return undefined;
  if (versions.some((version) => secretFingerprintIn(version, secret) === fingerprint)) return undefined;
  const passes = [pass, ...remainingRotationPasses(pass, deployment.config.half, secret)];
  return { from, to, passes, started: true, needsReencryption: false, fingerprint, notBefore: {} };
}
