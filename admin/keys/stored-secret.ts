import path from 'node:path';
import { Failure } from '../../tools/terminal/failure.ts';
import type { Deployment } from '../deploy/read/deployment.ts';
import { isInCi, isInEnvironment, readAllSecrets, variableOf } from '../deploy/settings/secret-sources.ts';
import { replaceSecret } from '../deploy/settings/secrets.ts';
import type { Pass } from './key-entries.ts';
import type { RotationContext } from './rotation-context.ts';

/** Reads the stored value of a secret from the environment or the secrets file. @throws {Failure} if there is none. */
export function readStoredSecret(deployment: Deployment, secret: string): string {
  const { config, paths } = deployment;
  const text = readAllSecrets(deployment)[secret];
  if (text !== undefined) return text;
  throw new Failure(
    `${paths.secrets} has no ${secret}, and ${variableOf(config.half, secret)} isn't set. First run: npx plid-admin deploy ${config.half}`,
  );
}

/**
 * Checks that a rotation can store its values in the secrets file. @throws {Failure} if the machine is temporary,
 * because the file would be lost.
 */
export function refuseFileInCi({ config: { half }, paths }: Deployment, secret: string): void {
  if (isInEnvironment(half, secret) || !isInCi()) return;
  throw new Failure(
    `CI is set, but a rotation writes its new value into ${path.basename(paths.secrets)}, which would be lost. Run the rotation on your own machine, or set ${variableOf(half, secret)} (docs/operate/deploy.md, Deploy from CI).`,
  );
}

/**
 * Checks that a pass can store its new value. @throws {Failure} if the secret comes from the environment, which this
 * command can't change.
 */
export function refuseUnstoredValue(deployment: Deployment, secret: string, pass: Pass | undefined): void {
  const { half } = deployment.config;
  if (!isInEnvironment(half, secret) || (pass !== 'add' && pass !== 'replace')) return;
  throw new Failure(
    `${secret} comes from ${variableOf(half, secret)}, so the new value must be stored there first. ${describeStoring(deployment, secret)}`,
  );
}

/** Stores the value of a completed pass, or notes that the operator must do it. */
export function storeDeployed(work: RotationContext, value: string): void {
  const { deployment, secret } = work;
  const { half } = deployment.config;
  work.advice = undefined;
  if (value === work.stored) return;
  if (!isInEnvironment(half, secret)) writeSecret(work, value);
  else
    work.advice = `${variableOf(half, secret)} must be set to the deployed value. ${describeStoring(deployment, secret)}`;
}

/** Writes a new value into the secrets file. */
export function writeSecret(work: RotationContext, value: string): void {
  const { secrets } = work.deployment.paths;
  replaceSecret(secrets, work.secret, value);
  work.stored = value;
  work.print(`  changed ${work.secret} in ${secrets}: keep a copy elsewhere`);
}
const describeStoring = ({ config: { half } }: Deployment, secret: string): string =>
  `Store the output of: npx plid-admin secrets next ${half} --secret ${secret}`;
