import { Failure } from '../../tools/terminal/failure.ts';
import { changesToConfirm } from '../deploy/plan/confirm-changes.ts';
import { makePlan } from '../deploy/plan/plan.ts';
import { refuseChangedSecrets } from '../deploy/plan/secret-drift.ts';
import { adminApiFor } from '../deploy/read/admin-client.ts';
import type { RotationContext } from './rotation-context.ts';
import { describeNextStep, describePass, roundUpToMinute } from './rotation-messages.ts';
import type { Rotation } from './rotation-progress.ts';

/**
 * Checks the deployment before a pass that hasn't started, and re-encrypts stored data if the pass needs it. @throws {Failure} if the deployment isn't up to date.
 */
export async function preparePass(work: RotationContext, rotation: Rotation): Promise<void> {
  if (!rotation.started || rotation.fingerprint === undefined) await expectDeployed(work);
  if (rotation.needsReencryption) await reseal(work);
}

/**
 * Checks that the deployment is up to date before a pass. @throws {Failure} if a worker with the secret runs
 * another value or other code, or if a deployment would need confirmation.
 */
async function expectDeployed({ deployment, secret }: RotationContext): Promise<void> {
  const { config, paths } = deployment;
  const plan = await makePlan(deployment);
  if (!plan.targets.some(({ secrets }) => secret in secrets))
    throw new Failure(`No worker of this deployment has ${secret}.`);
  refuseChangedSecrets(plan, [secret]);
  const asked = await changesToConfirm(plan);
  const late = plan.changes.flatMap(({ target }) => (secret in target.secrets ? [target.name] : []));
  if (late.length + asked.length === 0) return;
  throw new Failure(
    `Running workers differ from this folder and ${paths.secrets}: ${[...late, ...asked].join('; ')}. First run: npx plid-admin deploy ${config.half}`,
  );
}

/** Re-encrypts the service's stored data that is still encrypted with the old key. */
export async function reseal({ deployment, secret, print }: RotationContext): Promise<void> {
  const ofDisclosures = secret === 'DISCLOSURE_KEY';
  const api = adminApiFor(deployment, ofDisclosures ? 'people' : 'applications');
  if (ofDisclosures)
    print(`  re-encrypted ${await api.resealDisclosures()} rows of the index of disclosures`);
  else print(`  re-encrypted the field keys of ${await api.resealAll()} applications`);
}

/**
 * Re-encrypts stored data while the next pass must still wait, if that pass requires re-encryption. @throws {Failure} if
 * the deployment isn't up to date, or if the data doesn't need re-encryption, because then the operator can only wait.
 */
export async function reencryptBeforeNextPass(work: RotationContext, rotation: Rotation): Promise<void> {
  const { secret, print } = work;
  const [pass = 'drop'] = rotation.passes;
  const time = roundUpToMinute(rotation.notBefore[pass] ?? '');
  if (!rotation.needsReencryption)
    throw new Failure(
      `${secret}: the next pass ${describePass(pass, rotation)}. The pass can't run before ${time}. Run the same command again after that time.`,
    );
  await preparePass(work, rotation);
  print(describeNextStep(secret, { ...rotation, needsReencryption: false }));
}
