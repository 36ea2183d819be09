import { Failure } from '../../tools/terminal/failure.ts';
import type { Deployment } from '../deploy/deployment.ts';
import { withLock } from '../deploy/lock.ts';
import { readState } from './deployed-keys.ts';
import { afterwards, nextStep } from './messages.ts';
import { doPasses, waitForPass } from './rotation-passes.ts';
import type { Rotation } from './rotation-progress.ts';
import { readSecret, refuseElsewhere } from './secret-file.ts';
import { beginRotation, expectSameValue } from './start-rotation.ts';

interface Options {
  /** The name of the value that goes, where the secret holds several. */
  name?: string | undefined;
  /** Whether the old value must not be used any longer: all passes at once. */
  leaked: boolean;
  /** Whether the lock is taken from whoever holds it. */
  takeOver: boolean;
  /** Whether the operator agreed to what the deployment of a pass asks. */
  yes: boolean;
}

/**
 * Does the next pass of rotating a secret, or begins to rotate it. A pass that broke off is done again. Progress stands
 * at Cloudflare (rotation-progress.ts): any machine that has the file of the secrets can go on.
 * @param say takes a line for each step. @throws {Failure} in a sentence, with what to do.
 */
export async function rotate(
  deployment: Deployment,
  secret: string,
  { name, leaked, takeOver, yes }: Options,
  say: (line: string) => void,
): Promise<void> {
  refuseElsewhere(deployment, secret);
  const value = readSecret(deployment, secret);
  const underWay = (await readState(deployment)).rotationOf(secret);
  if (underWay !== undefined && name !== undefined && name !== underWay.from)
    throw new Failure(`${underWay.from} of ${secret} is being replaced. Finish that first.`);
  const rotation = underWay ?? beginRotation(deployment, secret, value, { name, leaked });
  if (rotation.begun) await expectSameValue(deployment, secret, value, rotation);
  const work = { deployment, secret, leaked, yes, say };
  if (!leaked && isEarly(rotation)) return await waitForPass(work, rotation);
  const left = await withLock({ deployment, takeOver, say }, (lock) => doPasses(work, rotation, lock));
  say(left === undefined ? `${secret} is rotated. ${afterwards(secret)}` : nextStep(secret, left));
}

const isEarly = ({ passes: [pass], notBefore }: Rotation): boolean =>
  pass !== undefined && Date.parse(notBefore[pass] ?? '') > Date.now();
