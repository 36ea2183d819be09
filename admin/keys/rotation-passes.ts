import { deploy } from '../deploy/apply/deploy.ts';
import type { Lock } from '../deploy/cloudflare/deployment-lock.ts';
import { readDeployedKeys } from './deployed-keys.ts';
import { type Pass, rotatableSecret, valuesOfPass } from './key-entries.ts';
import { preparePass, reseal } from './prepare-pass.ts';
import type { RotationContext } from './rotation-context.ts';
import { describePass } from './rotation-messages.ts';
import type { Rotation } from './rotation-progress.ts';
import { storeDeployed, writeSecret } from './stored-secret.ts';

/**
 * Runs the next pass, or all remaining passes if the old value has leaked.
 * @returns the rest of the rotation, or undefined if it is complete.
 */
export async function runPasses(
  work: RotationContext,
  begun: Rotation,
  lock: Lock,
): Promise<Rotation | undefined> {
  let rotation: Rotation | undefined = begun;
  do {
    rotation = await doPass(work, rotation, lock);
    // Re-encryption is repeated in the last pass, because the list may lack an application that was registered in
    // the meantime.
    if (work.leaked && rotation?.needsReencryption) await reseal(work);
  } while (work.leaked && rotation !== undefined);
  return rotation;
}

/** @returns the rest of the rotation, or undefined if it is complete. */
async function doPass(work: RotationContext, rotation: Rotation, lock: Lock): Promise<Rotation | undefined> {
  const { deployment, secret, print } = work;
  const [pass] = rotation.passes;
  if (pass === undefined) return undefined;
  await preparePass(work, rotation);
  print(`${deployment.config.name}: ${secret}: ${describePass(pass, rotation)}`);
  await change(work, pass, rotation, lock);
  return (await readDeployedKeys(deployment)).stateOf(secret, work.value).rotation;
}

/**
 * Performs a pass: stores its value, and deploys every worker that uses the secret. A new entry is stored before it
 * is deployed, and an old one until its replacement is deployed. So the stored value always suffices to continue.
 */
async function change(work: RotationContext, pass: Pass, { from, to }: Rotation, lock: Lock): Promise<void> {
  const { deployment, secret, yes, print } = work;
  const kind = rotatableSecret(deployment.config.half, secret);
  const { stored, after } = valuesOfPass(pass, work, kind, { from, to });
  if (stored !== work.stored) writeSecret(work, stored);
  work.value = after;
  deployment.overrides[secret] = after;
  const performed = { secret, from, to, pass };
  // If the host doesn't answer after the deployment, the stored value must already be the running one.
  const onDeployed = () => storeDeployed(work, after);
  await deploy(deployment, { replaced: [secret], pass: performed, lock, yes, onDeployed }, print);
}
