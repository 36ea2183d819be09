import { Failure } from '../../tools/terminal/failure.ts';
import { withLock } from '../deploy/cloudflare/deployment-lock.ts';
import type { Deployment } from '../deploy/read/deployment.ts';
import { isInEnvironment } from '../deploy/settings/secret-sources.ts';
import { readDeployedKeys } from './deployed-keys.ts';
import { reencryptBeforeNextPass } from './prepare-pass.ts';
import type { RotationContext } from './rotation-context.ts';
import {
  describeEarlierValue,
  describeFollowUp,
  describeMissingValue,
  describeNextStep,
} from './rotation-messages.ts';
import { runPasses } from './rotation-passes.ts';
import type { Rotation } from './rotation-progress.ts';
import { startRotation } from './start-rotation.ts';
import { readStoredSecret, refuseFileInCi, refuseUnstoredValue } from './stored-secret.ts';

interface Options {
  /** The name of the old value, if the secret has several values. */
  name?: string | undefined;
  /** Whether the old value must no longer be used. If so, one run performs all passes, one after another. */
  leaked: boolean;
  /** Whether to take the lock over from its holder. */
  takeOver: boolean;
  /** Whether the operator has confirmed the changes of a pass. */
  yes: boolean;
}

/**
 * Runs the next pass of a rotation, or starts a rotation. An interrupted pass is repeated. Cloudflare stores the
 * progress (rotation-progress.ts), so any machine with the stored secret can continue. @param print prints a line
 * per step. @throws {Failure} that says what to do.
 */
export async function rotate(
  deployment: Deployment,
  secret: string,
  { name, leaked, takeOver, yes }: Options,
  print: (line: string) => void,
): Promise<void> {
  refuseFileInCi(deployment, secret);
  const stored = readStoredSecret(deployment, secret);
  const keys = await readDeployedKeys(deployment);
  const { value, isOther, rotation: underWay } = keys.stateOf(secret, stored, { name, leaked });
  if (underWay !== undefined && name !== undefined && name !== underWay.from)
    throw new Failure(
      `${underWay.from} of ${secret} is already being replaced. Complete that rotation first.`,
    );
  if (underWay !== undefined && isOther) throw new Failure(describeMissingValue(deployment, secret));
  const rotation = underWay ?? startRotation(deployment.config.half, secret, value, { name, leaked });
  if (!rotation.started) refuseUnstoredValue(deployment, secret, rotation.passes[0]);
  deployment.overrides[secret] = value;
  const work: RotationContext = { deployment, secret, leaked, yes, stored, value, print };
  if (!leaked && isEarly(rotation)) return await reencryptBeforeNextPass(work, rotation);
  const left = await withLock({ deployment, takeOver, print }, (lock) => runPasses(work, rotation, lock));
  if (work.advice !== undefined) print(`  ${work.advice}`);
  const followUp = describeFollowUp(secret, !isInEnvironment(deployment.config.half, secret));
  print(left === undefined ? `Rotated ${secret}.${followUp}` : describeNextStep(secret, left));
  if (leaked && underWay !== undefined) print(describeEarlierValue(underWay));
}

const isEarly = ({ passes: [pass], notBefore }: Rotation): boolean =>
  pass !== undefined && Date.parse(notBefore[pass] ?? '') > Date.now();
