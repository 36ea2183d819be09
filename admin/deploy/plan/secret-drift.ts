import { Failure } from '../../../tools/terminal/failure.ts';
import { rotatable } from '../../keys/key-entries.ts';
import { type Fingerprints, fingerprintOfSecret } from '../cloudflare/fingerprints.ts';
import { formatTime } from '../cloudflare/version-metadata.ts';
import type { Deployed, Version } from '../read/deployed-workers.ts';
import { secretLocation } from '../settings/secret-sources.ts';
import type { Target } from './build-workers.ts';
import type { Plan } from './plan.ts';

/**
 * The fingerprint of a secret's value in a worker's running version, and the version that introduced the value.
 */
interface Running {
  value: string | undefined;
  version: Version;
}

/**
 * Returns the fingerprints of a worker's running version. A manually created version has no fingerprints, so those
 * of its predecessor are used.
 */
export function findRunningFingerprints({
  versions,
  running,
}: Deployed): { version: Version; fingerprints: Fingerprints } | undefined {
  const from = running === undefined ? 0 : versions.indexOf(running);
  for (const version of versions.slice(from)) {
    const { fingerprints } = version;
    if (fingerprints !== undefined) return { version, fingerprints };
  }
  return undefined;
}

/**
 * Returns the fingerprint of a secret's running value for each worker. Workers that this command didn't deploy are
 * omitted, because their versions contain no fingerprints.
 */
function runningValues(name: string, targets: readonly Target[], deployed: ReadonlyMap<string, Deployed>) {
  return targets.flatMap((target): Running[] => {
    const worker = deployed.get(target.name);
    const known =
      worker === undefined || !(name in target.secrets) ? undefined : findRunningFingerprints(worker);
    const value = known && fingerprintOfSecret(known.fingerprints, name);
    return known === undefined || value === undefined ? [] : [{ value, version: known.version }];
  });
}

/**
 * Returns secrets whose values in the file differ from the running ones, each with the version that introduced the
 * running value. If workers run different values, a change was interrupted, and the latest value counts.
 */
function otherSecrets(targets: readonly Target[], deployed: ReadonlyMap<string, Deployed>) {
  const names = [...new Set(targets.flatMap(({ secrets }) => Object.keys(secrets)))];
  return names.flatMap((name) => {
    const [last] = runningValues(name, targets, deployed).toSorted(
      (left, right) => Date.parse(right.version.created) - Date.parse(left.version.created),
    );
    const wanted = targets.find(({ secrets }) => name in secrets)?.fingerprints;
    if (last === undefined || wanted === undefined) return [];
    return last.value === fingerprintOfSecret(wanted, name) ? [] : [{ name, version: last.version }];
  });
}

/**
 * Rejects a deployment that would change running secrets, because a file from before a rotation would restore a
 * leaked key. @param meant the names of secrets that are changed intentionally. @throws {Failure} that names each
 * changed secret, and says what to do.
 */
export function refuseChangedSecrets(
  { deployment, targets, deployed }: Plan,
  meant: readonly string[],
): void {
  const known = new Set(targets.flatMap(({ secrets }) => Object.keys(secrets)));
  const unknown = meant.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new Failure(
      `No worker of this deployment has the secret ${unknown}. Valid names: ${[...known].sort().join(', ')}.`,
    );
  }
  const others = otherSecrets(targets, deployed).filter(({ name }) => !meant.includes(name));
  const [first] = others;
  if (first === undefined) return;
  const names = others.map(({ name }) => name);
  const places = [...new Set(names.map((name) => secretLocation(deployment, name)))].join(' and ');
  const since = `${formatTime(first.version.created)} (${first.version.note?.by ?? 'somebody'})`;
  const { half } = deployment.config;
  const rotation = names.some((name) => name in rotatable[half])
    ? ` If a rotation is under way, run: npx plid-admin keys status ${half}.`
    : '';
  throw new Failure(
    `${places} contains another ${names.join(' and another ')}, not the value that has been running since ${since}. Nothing was changed. Copy the value from the last deployment.${rotation} If your value is right and the running one isn't, add: ${names.map((name) => `--replace-secret ${name}`).join(' ')}`,
  );
}
