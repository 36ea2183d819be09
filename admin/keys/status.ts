import { Failure } from '../../tools/terminal/failure.ts';
import type { Deployment } from '../deploy/read/deployment.ts';
import { readAllSecrets } from '../deploy/settings/secret-sources.ts';
import { readDeployedKeys } from './deployed-keys.ts';
import { rotatable, splitSecret } from './key-entries.ts';
import { describeMissingValue, describeNextStep } from './rotation-messages.ts';

/**
 * Describes each secret that can be rotated, one per line, with the names of its values and its current rotation.
 * The values themselves are never shown. @throws {Failure} if there is no secrets file.
 */
export async function describeKeys(deployment: Deployment): Promise<string[]> {
  const { config, paths } = deployment;
  const secrets = readAllSecrets(deployment);
  const held = Object.keys(rotatable[config.half]).some((secret) => secret in secrets);
  if (!held)
    throw new Failure(
      `${paths.secrets} is missing or has no keys. Copy it from the machine that last deployed ${config.host}; secrets can't be read back from Cloudflare. Before the first deployment, run: npx plid-admin deploy ${config.half}`,
    );
  const keys = await readDeployedKeys(deployment);
  return Object.entries(rotatable[config.half]).flatMap(([secret, kind]) => {
    const text = secrets[secret];
    if (text === undefined) return [];
    const { value, isOther, rotation } = keys.stateOf(secret, text);
    const names = splitSecret(kind, value).map(({ name }) => name);
    if (rotation !== undefined && isOther)
      return [`${secret} (${names.join(', ')}): ${describeMissingValue(deployment, secret)}`];
    const state = rotation === undefined ? 'no rotation in progress.' : stateOf(secret, rotation);
    return [`${secret} (${names.join(', ')}): ${state}`];
  });
}

function stateOf(secret: string, rotation: Parameters<typeof describeNextStep>[1]): string {
  const brokenOff = rotation.started ? 'The last pass was interrupted. ' : '';
  return `from ${rotation.from} to ${rotation.to}. ${brokenOff}${describeNextStep(secret, rotation)}`;
}
