import { Failure } from '../../tools/terminal/failure.ts';
import type { Target } from './build.ts';
import type { Deployed, Version } from './deployed.ts';
import { type Fingerprints, fingerprintOfSecret } from './fingerprints.ts';
import type { Plan } from './plan.ts';
import { placeOf } from './secret-sources.ts';
import { inMinutes } from './version-metadata.ts';

/** The value that a worker runs with, by its fingerprint, and the version that has brought it. */
interface Running {
  value: string | undefined;
  version: Version;
}

/** The secrets that a worker runs with, as far as notes tell. A version that was made by hand keeps those of the one before. */
export function knownSecrets({
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

/** The running value of a secret, by worker. Workers that an earlier release has deployed have no note of it. */
function runningValues(name: string, targets: readonly Target[], deployed: ReadonlyMap<string, Deployed>) {
  return targets.flatMap((target): Running[] => {
    const worker = deployed.get(target.name);
    const known = worker === undefined || !(name in target.secrets) ? undefined : knownSecrets(worker);
    const value = known && fingerprintOfSecret(known.fingerprints, name);
    return known === undefined || value === undefined ? [] : [{ value, version: known.version }];
  });
}

/**
 * The secrets whose values in the file are not those that run, each with the version that has brought what runs. If workers run
 * with different values, a change of the secret broke off, and the value that came last counts.
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
 * Refuses to put other secrets in the place of those that run: a file from before a rotation would bring a leaked key back.
 * @param meant names of those that are replaced on purpose. @throws {Failure} that names each, with what to do.
 */
export function refuseChangedSecrets(
  { deployment, targets, deployed }: Plan,
  meant: readonly string[],
): void {
  const known = new Set(targets.flatMap(({ secrets }) => Object.keys(secrets)));
  const unknown = meant.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new Failure(
      `No worker of this deployment has the secret ${unknown}. There are: ${[...known].sort().join(', ')}.`,
    );
  }
  const others = otherSecrets(targets, deployed).filter(({ name }) => !meant.includes(name));
  const [first] = others;
  if (first === undefined) return;
  const names = others.map(({ name }) => name);
  const places = [...new Set(names.map((name) => placeOf(deployment, name)))].join(' and ');
  const since = `${inMinutes(first.version.created)} (${first.version.note?.by ?? 'somebody'})`;
  throw new Failure(
    `${places} holds another ${names.join(' and another ')} than what runs since ${since}. Nothing was changed. Bring the value from where it was deployed last. If yours is right and what runs is not: ${names.map((name) => `--replace-secret ${name}`).join(' ')}`,
  );
}
