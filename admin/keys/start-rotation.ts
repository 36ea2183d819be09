import path from 'node:path';
import { Failure } from '../../tools/terminal/failure.ts';
import type { Deployment } from '../deploy/deployment.ts';
import { secretValueFingerprint } from './deployed-keys.ts';
import { rotatableSecret, splitSecret } from './key-entries.ts';
import type { Rotation } from './rotation-progress.ts';

interface Choice {
  /** The name of the old value, if the secret has several values. */
  name: string | undefined;
  /** Whether the old value must no longer be used. */
  leaked: boolean;
}

/** Determines the old and the new value of a new rotation. @throws {Failure} if the file is ambiguous. */
export function startRotation(
  { config: { half }, paths }: Deployment,
  secret: string,
  value: string,
  { name, leaked }: Choice,
): Rotation {
  const kind = rotatableSecret(half, secret);
  const names = splitSecret(kind, value).map((entry) => entry.name);
  const passes = leaked ? kind.leakedPasses : kind.passes;
  if (passes === undefined)
    throw new Failure(
      `With another ${secret}, every user gets a new plid. If the key must be replaced, add: --leaked (docs/secrets.md, Replacing PHONE_KEY).`,
    );
  if (!kind.isShared && names.length > 1)
    throw new Failure(
      `${secret} in ${paths.secrets} already contains ${names.length} keys that this command didn't add. Remove the key to replace, and deploy with --replace-secret ${secret}.`,
    );
  const from = name ?? (names.length === 1 ? names[0] : undefined);
  if (from === undefined || !names.includes(from))
    throw new Failure(`Choose the value to replace: ${names.map((each) => `--name ${each}`).join(' or ')}`);
  return {
    from,
    to: kind.nextName(from, names),
    passes: [...passes],
    started: false,
    needsReencryption: false,
    fingerprint: undefined,
    notBefore: {},
  };
}

/**
 * Checks that a pass is resumed with the same secrets file that was used to start the pass. Another file would
 * introduce a different key. @throws {Failure} if the file contains another value.
 */
export async function requireRotationValueInFile(
  deployment: Deployment,
  secret: string,
  value: string,
  rotation: Rotation,
): Promise<void> {
  if (secretValueFingerprint(await deployment.connect(), secret, value) === rotation.fingerprint) return;
  throw new Failure(
    `A rotation of ${secret} was interrupted, and ${path.basename(deployment.paths.secrets)} doesn't contain the new value. Copy that file from the machine on which the rotation was started.`,
  );
}
