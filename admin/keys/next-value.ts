import { Failure } from '../../tools/terminal/failure.ts';
import type { Deployment } from '../deploy/read/deployment.ts';
import { isInEnvironment, secretLocation, variableOf } from '../deploy/settings/secret-sources.ts';
import { readDeployedKeys } from './deployed-keys.ts';
import { applyPass, rotatableSecret } from './key-entries.ts';
import { startRotation } from './start-rotation.ts';
import { readStoredSecret } from './stored-secret.ts';

/** The value that the operator stores for a secret, and what to do afterwards. */
interface NextValue {
  value: string;
  next: string;
}

/**
 * Returns the value that the environment variable of a secret must have next: the value that runs, or the first value
 * of a new rotation. Nothing is changed. @param name the value to replace, if the secret has several values.
 * @throws {Failure} if the secret doesn't come from the environment, or if the variable belongs to another state.
 */
export async function nextValue(
  deployment: Deployment,
  secret: string,
  name: string | undefined,
): Promise<NextValue> {
  const { half } = deployment.config;
  const kind = rotatableSecret(half, secret);
  const stored = readStoredSecret(deployment, secret);
  const variable = variableOf(half, secret);
  if (!isInEnvironment(half, secret))
    throw new Failure(
      `${secret} comes from ${secretLocation(deployment, secret)}, which keys rotate changes itself. Run: npx plid-admin keys rotate ${half} --secret ${secret}`,
    );
  const { value, isOther, rotation } = (await readDeployedKeys(deployment)).stateOf(secret, stored);
  if (isOther)
    throw new Failure(
      `${variable} contains another ${secret}, from which the running value can't be derived. Set the variable to the value that was stored last.`,
    );
  const rotate = `npx plid-admin keys rotate ${half} --secret ${secret}`;
  const isStarting = rotation === undefined && value === stored;
  if (isStarting) {
    const names = startRotation(half, secret, value, { name, leaked: kind.passes === undefined });
    return {
      value: applyPass('add', value, kind, names),
      next: `This value adds ${names.to}. Store it in ${variable}, and then run: ${rotate}`,
    };
  }
  const wanted = rotation?.started ? stored : value;
  return {
    value: wanted,
    next:
      wanted === stored
        ? `${variable} already has this value. Run: ${rotate}`
        : `This value is running. Store it in ${variable}.`,
  };
}
