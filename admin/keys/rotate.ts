import { Failure } from '../../tools/terminal/failure.ts';
import type { Deployment } from '../deploy/deployment.ts';
import { withLock } from '../deploy/deployment-lock.ts';
import { readDeployedKeys } from './deployed-keys.ts';
import { describeFollowUp, describeNextStep } from './rotation-messages.ts';
import { reencryptBeforeNextPass, runPasses } from './rotation-passes.ts';
import type { Rotation } from './rotation-progress.ts';
import { readSecret, requireSecretsFileSource } from './secret-file.ts';
import { requireRotationValueInFile, startRotation } from './start-rotation.ts';

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
 * progress (rotation-progress.ts), so any machine with the secrets file can continue. @param print prints a line
 * per step. @throws {Failure} that says what to do.
 */
export async function rotate(
  deployment: Deployment,
  secret: string,
  { name, leaked, takeOver, yes }: Options,
  print: (line: string) => void,
): Promise<void> {
  requireSecretsFileSource(deployment, secret);
  const value = readSecret(deployment, secret);
  const underWay = (await readDeployedKeys(deployment)).rotationOf(secret);
  if (underWay !== undefined && name !== undefined && name !== underWay.from)
    throw new Failure(
      `${underWay.from} of ${secret} is already being replaced. Complete that rotation first.`,
    );
  const rotation = underWay ?? startRotation(deployment, secret, value, { name, leaked });
  if (rotation.started) await requireRotationValueInFile(deployment, secret, value, rotation);
  const work = { deployment, secret, leaked, yes, print };
  if (!leaked && isEarly(rotation)) return await reencryptBeforeNextPass(work, rotation);
  const left = await withLock({ deployment, takeOver, print }, (lock) => runPasses(work, rotation, lock));
  print(
    left === undefined ? `Rotated ${secret}. ${describeFollowUp(secret)}` : describeNextStep(secret, left),
  );
}

const isEarly = ({ passes: [pass], notBefore }: Rotation): boolean =>
  pass !== undefined && Date.parse(notBefore[pass] ?? '') > Date.now();
