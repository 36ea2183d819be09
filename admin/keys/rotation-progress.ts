import type { Half } from '../../tools/configuration/index.ts';
import type { ListedWorker } from '../../workers/workers.ts';
import { secretNameDigest } from '../deploy/cloudflare/fingerprints.ts';
import type { RecordedPass } from '../deploy/cloudflare/version-metadata.ts';
import type { Deployed, Version } from '../deploy/read/deployed-workers.ts';
import type { DeploymentConfig } from '../deploy/settings/config.ts';
import { type Pass, rotatable } from './key-entries.ts';
import { waitingTimeAfter } from './waiting-times.ts';

/** A rotation in progress, from the versions at Cloudflare. It contains no secret. */
export interface Rotation {
  /** The names of the old and the new value. */
  from: string;
  to: string;
  /** The remaining passes, in order. */
  passes: Pass[];
  /** Whether the first remaining pass has started. A started pass may be repeated. */
  started: boolean;
  /**
   * Whether stored data must be re-encrypted before the first remaining pass. Re-encryption may be repeated at any
   * time before that pass.
   */
  needsReencryption: boolean;
  /** Fingerprint of the secret's value after the most recent pass. */
  fingerprint: string | undefined;
  /** Earliest time at which each pass may start, in ISO 8601. If a pass has no entry, it may start now. */
  notBefore: Partial<Record<Pass, string>>;
}

/** The workers of a deployment, by name. */
type Workers = ReadonlyMap<string, Deployed>;
/** A version that a pass of a rotation has deployed. */
interface Noted {
  version: Version;
  pass: RecordedPass;
}

/** Returns a secret's fingerprint, as found in one worker version that contains the secret. */
export const secretFingerprintIn = (version: Version | undefined, secret: string): string | undefined =>
  version?.fingerprints?.secrets[secretNameDigest(secret)];

/**
 * Reads the rotation of a secret from the annotations of the workers' versions. A pass is complete when every
 * worker runs the value that the pass has written.
 * @returns undefined if there is no rotation, if this release has no such pass for the secret, or if a third value has
 * replaced both the old and the new value.
 */
export function rotationOf(
  secret: string,
  workers: Workers,
  config: Pick<DeploymentConfig, 'half' | 'settings'>,
  listed: readonly ListedWorker[],
): Rotation | undefined {
  const last = lastPass(secret, workers);
  const { passes = [], leakedPasses = [] } = rotatable[config.half][secret] ?? {};
  const pass = [...passes, ...leakedPasses].find((name) => name === last?.pass.pass);
  if (last === undefined || pass === undefined) return undefined;
  const value = secretFingerprintIn(last.version, secret);
  const holders = [...workers.values()].filter(
    ({ running }) => secretFingerprintIn(running, secret) !== undefined,
  );
  if (
    holders.some(
      ({ running }) => isLater(running, last.version) && secretFingerprintIn(running, secret) !== value,
    )
  )
    return undefined;
  const following = remainingRotationPasses(pass, config.half, secret);
  const rotation = { from: last.pass.from, to: last.pass.to, fingerprint: value };
  if (holders.some(({ running }) => secretFingerprintIn(running, secret) !== value))
    return {
      ...rotation,
      passes: [pass, ...following],
      started: true,
      needsReencryption: false,
      notBefore: {},
    };
  if (following.length === 0) return undefined;
  const done = Math.max(...holders.map((worker) => sinceOf(worker, secret, value)));
  const waits = Object.entries(waitingTimeAfter(pass, secret, config, listed));
  const notBefore = waits.map(([name, seconds]) => [name, new Date(done + seconds * 1000).toISOString()]);
  const reseals = following[0] === 'drop' && rotatable[config.half][secret]?.reseals === true;
  return {
    ...rotation,
    passes: following,
    started: false,
    needsReencryption: reseals,
    notBefore: Object.fromEntries(notBefore),
  };
}

function remainingRotationPasses(pass: Pass, half: Half, secret: string): Pass[] {
  const passes = rotatable[half][secret]?.passes ?? [];
  return pass === 'replace' ? [] : passes.slice(passes.indexOf(pass) + 1);
}

/** Finds the last pass of a secret's rotations. */
export function lastPass(secret: string, workers: Workers): Noted | undefined {
  const noted = [...workers.values()].flatMap(({ versions }) =>
    versions.flatMap((version): Noted[] => {
      const pass = version.note?.rotation;
      return pass?.secret === secret ? [{ version, pass }] : [];
    }),
  );
  return noted.toSorted((left, right) => timeOf(right.version) - timeOf(left.version))[0];
}

const timeOf = ({ created }: Version): number => Date.parse(created);

const isLater = (version: Version | undefined, than: Version): boolean =>
  version !== undefined && timeOf(version) > timeOf(than);

/**
 * Returns the time from which a worker has run with a value, in milliseconds since 1970. Later deployments with the
 * same value don't change this time.
 */
function sinceOf({ versions }: Deployed, secret: string, value: string | undefined): number {
  const having = versions.filter((version) => secretFingerprintIn(version, secret) === value);
  return Math.min(...having.map(({ since }) => Date.parse(since)));
}
