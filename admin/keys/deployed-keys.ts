import { loadWorkers } from '../../tools/configuration/load-workers.ts';
import type { Connection } from '../deploy/cloudflare/connection.ts';
import { secretNameDigest } from '../deploy/cloudflare/fingerprints.ts';
import { ownWorkers } from '../deploy/read/account-state.ts';
import type { Deployed } from '../deploy/read/deployed-workers.ts';
import type { Deployment } from '../deploy/read/deployment.ts';
import { rotatableSecret } from './key-entries.ts';
import { lastPass, type Rotation, rotationOf, secretFingerprintIn } from './rotation-progress.ts';
import { deriveRunningValue } from './running-value.ts';
import { type Choice, resumeAddition } from './start-rotation.ts';

/** What a secret's stored value means for the running workers. */
interface SecretState {
  /** The value that runs, or that an interrupted pass writes. The stored value if neither can be derived from it. */
  value: string;
  /** Whether the stored value belongs to another state than the running workers. */
  isOther: boolean;
  /** The current rotation. */
  rotation: Rotation | undefined;
}

/** Access to a deployment's current rotations, which are read from Cloudflare. */
export interface DeployedKeys {
  /** @param stored the secret's value in the environment or the secrets file. @throws {Failure} if it is ambiguous. */
  stateOf(secret: string, stored: string, choice?: Choice): SecretState;
}

/** Returns the fingerprint of a secret's value, in the same form as in a version's tag. */
const secretValueFingerprint = ({ fingerprintsOf }: Connection, secret: string, value: string): string =>
  fingerprintsOf({ [secret]: value })[secretNameDigest(secret)] ?? '';

/** Reads the current rotations from Cloudflare. @throws {Failure} if Cloudflare's API can't be used. */
export async function readDeployedKeys(deployment: Deployment): Promise<DeployedKeys> {
  const { config } = deployment;
  const [account, listed] = await Promise.all([deployment.account(), loadWorkers()]);
  const { connection } = account;
  const workers = ownWorkers(account);
  return {
    stateOf(secret, stored, choice) {
      const rotation = rotationOf(secret, workers, config, listed);
      const wanted = rotation?.fingerprint ?? runningFingerprint(secret, workers);
      if (wanted === undefined) return { value: stored, isOther: false, rotation };
      const derived = deriveRunningValue(
        rotatableSecret(config.half, secret),
        stored,
        (value) => secretValueFingerprint(connection, secret, value) === wanted,
      );
      if (derived === undefined) return { value: stored, isOther: true, rotation };
      const { value, added } = derived;
      return {
        value,
        isOther: false,
        rotation:
          rotation ??
          resumeAddition(config.half, secret, value, added, {
            ...choice,
            dropped: lastPass(secret, workers)?.pass.from,
          }),
      };
    },
  };
}

/** Returns the fingerprint of the secret's value that was deployed last. */
function runningFingerprint(secret: string, workers: ReadonlyMap<string, Deployed>): string | undefined {
  const [last] = [...workers.values()]
    .flatMap(({ running }) => running ?? [])
    .filter((version) => secretFingerprintIn(version, secret) !== undefined)
    .toSorted((left, right) => Date.parse(right.created) - Date.parse(left.created));
  return secretFingerprintIn(last, secret);
}
