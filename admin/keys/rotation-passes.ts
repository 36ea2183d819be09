import { Failure } from '../../tools/terminal/failure.ts';
import { deploy } from '../deploy/apply/deploy.ts';
import type { Lock } from '../deploy/cloudflare/deployment-lock.ts';
import { changesToConfirm } from '../deploy/plan/confirm-changes.ts';
import { makePlan } from '../deploy/plan/plan.ts';
import { refuseChangedSecrets } from '../deploy/plan/secret-drift.ts';
import { adminApiFor } from '../deploy/read/admin-client.ts';
import type { Deployment } from '../deploy/read/deployment.ts';
import { replaceSecret } from '../deploy/settings/secrets.ts';
import { readDeployedKeys } from './deployed-keys.ts';
import { applyPass, findNewEntry, type Pass, rotatableSecret } from './key-entries.ts';
import { describeNextStep, describePass, roundUpToMinute } from './rotation-messages.ts';
import type { Rotation } from './rotation-progress.ts';
import { storeRunningValue } from './stored-secret.ts';

/** One rotation of one secret of a deployment. */
export interface RotationContext {
  deployment: Deployment;
  secret: string;
  /** Whether the old value must no longer be used. If so, one run performs all passes, one after another. */
  leaked: boolean;
  yes: boolean;
  /** The value in the environment or the secrets file. */
  stored: string;
  /** The value that runs. */
  value: string;
  /** What the operator must do with the value that now runs, if the secret comes from the environment. */
  advice?: string | undefined;
  print(line: string): void;
}

/**
 * Re-encrypts stored data while the next pass must still wait, if that pass requires re-encryption. @throws
 * {Failure} if the data doesn't need re-encryption, because then the operator can only wait.
 */
export async function reencryptBeforeNextPass(work: RotationContext, rotation: Rotation): Promise<void> {
  const { secret, print } = work;
  const [pass = 'drop'] = rotation.passes;
  const time = roundUpToMinute(rotation.notBefore[pass] ?? '');
  if (!rotation.needsReencryption)
    throw new Failure(
      `${secret}: the next pass ${describePass(pass, rotation)}. The pass can't run before ${time}. Run the same command again after that time.`,
    );
  await expectDeployed(work);
  await reseal(work);
  print(describeNextStep(secret, { ...rotation, needsReencryption: false }));
}

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
  if (!rotation.started || rotation.fingerprint === undefined) await expectDeployed(work);
  if (rotation.needsReencryption) await reseal(work);
  print(`${deployment.config.name}: ${secret}: ${describePass(pass, rotation)}`);
  await change(work, pass, rotation, lock);
  return (await readDeployedKeys(deployment)).stateOf(secret, work.value).rotation;
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

/**
 * Performs a pass: stores its value, and deploys every worker that uses the secret. A new entry is stored before it
 * is deployed, and an old one until its replacement is deployed. So the stored value always suffices to continue.
 */
async function change(work: RotationContext, pass: Pass, { from, to }: Rotation, lock: Lock): Promise<void> {
  const { deployment, secret, yes, print } = work;
  const kind = rotatableSecret(deployment.config.half, secret);
  const names = { from, to };
  const { value: before } = work;
  const isAdding = pass === 'add' || pass === 'replace';
  if (isAdding && findNewEntry(kind, before, work.stored, names) === undefined)
    store(work, applyPass('add', before, kind, names));
  const after = applyPass(pass, before, kind, names, work.stored);
  work.value = after;
  deployment.overrides[secret] = after;
  const performed = { secret, from, to, pass };
  // If the host doesn't answer after the deployment, the stored value must already be the running one.
  const onDeployed = () => storeDeployed(work, after);
  await deploy(deployment, { replaced: [secret], pass: performed, lock, yes, onDeployed }, print);
}

/** Stores the value of a completed pass. */
function storeDeployed(work: RotationContext, value: string): void {
  work.advice = undefined;
  if (value === work.stored) return;
  const advice = storeRunningValue(work.deployment, work.secret, value);
  if (advice === undefined) noteChange(work, value);
  work.advice = advice;
}

/** Writes a new value into the secrets file before it is deployed. */
function store(work: RotationContext, value: string): void {
  replaceSecret(work.deployment.paths.secrets, work.secret, value);
  noteChange(work, value);
}

function noteChange(work: RotationContext, value: string): void {
  work.stored = value;
  work.print(`  changed ${work.secret} in ${work.deployment.paths.secrets}: keep a copy elsewhere`);
}

/** Re-encrypts the service's stored data that is still encrypted with the old key. */
async function reseal({ deployment, secret, print }: RotationContext): Promise<void> {
  if (secret === 'DISCLOSURE_KEY') {
    const rows = await adminApiFor(deployment, 'people').resealDisclosures();
    return print(`  re-encrypted ${rows} rows of the index of disclosures`);
  }
  const count = await adminApiFor(deployment, 'applications').resealAll();
  print(`  re-encrypted the field keys of ${count} applications`);
}
