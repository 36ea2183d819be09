import { createReleaseName, startOfRelease } from '../cloudflare/version-metadata.ts';
import { type Deployed, releaseOfRollback, type Version } from './deployed-workers.ts';

/** The existing workers of a deployment, by name. */
type Workers = ReadonlyMap<string, Deployed>;

const releaseOf = ({ running, leftBehind }: Deployed): string =>
  (leftBehind ? undefined : running?.note?.release) ?? '';

/** Returns the latest release with a running version, or undefined if there is none. */
export function currentRelease(workers: Workers): string | undefined {
  const [last] = [...workers.values()].map(releaseOf).toSorted().toReversed();
  return last || undefined;
}

/**
 * Names a release that starts now. Its name comes after every earlier one, even if the clock of another machine was ahead, because
 * commands find the current release by its name.
 */
export function nameNextRelease(workers: Workers, now: Date): string {
  const earlier = [...workers.values()].flatMap(({ versions }) =>
    versions.flatMap(({ note }) => note?.release ?? []),
  );
  const last = earlier.toSorted().at(-1);
  const name = createReleaseName(now);
  return last === undefined || name > last ? name : createReleaseName(new Date(startOfRelease(last) + 1_000));
}

/**
 * Finds an interrupted release. The next deployment continues this release, so that a later rollback reverts both
 * deployments.
 * @returns the release's name and the number of workers that already have it, or undefined if the latest release
 * is complete.
 */
export function interruptedRelease(workers: Workers): { release: string; done: number } | undefined {
  const release = currentRelease(workers);
  const own = [...workers.values()].map(({ versions }) =>
    versions.find(({ note }) => note !== undefined && note.release === release),
  );
  const made = own.flatMap((version) => version?.note ?? []);
  if (release === undefined || made.some(({ position: at, total: of }) => at === of)) return undefined;
  return { release, done: made.length };
}

/**
 * Finds the release that the latest rollback has completely undone. @param release the current release.
 * @returns undefined if the current release was deployed since, or if it is the one that a rollback has started to undo.
 */
export function undoneRelease(workers: Workers, release: string): string | undefined {
  const undone = [...workers.values()].flatMap(({ latest }) => releaseOfRollback(latest.message) ?? []);
  return undone.toSorted().findLast((each) => each > release);
}

/** The changes that a rollback makes. */
export interface RollbackPlan {
  /** The workers to restore, each with its running version and the version that was running before the release. */
  moves: { name: string; from: Version; to: Version }[];
  /** Workers that didn't exist before the release. */
  added: string[];
}

/**
 * Plans the rollback of the current release. The plan is empty if there is no release, or only the first release.
 * @param order names of the workers in the order of a deployment. A rollback restores callers before the workers that
 * they call, because otherwise, a worker could call a method that its target no longer has.
 */
export function planRollback(workers: Workers, order: readonly string[]): RollbackPlan {
  const release = currentRelease(workers);
  const way: RollbackPlan = { moves: [], added: [] };
  if (release === undefined) return way;
  for (const [name, worker] of workers) {
    if (releaseOf(worker) !== release || worker.running === undefined) continue;
    const to = previousVersion(worker, release);
    if (to === undefined) way.added.push(name);
    else way.moves.push({ name, from: worker.running, to });
  }
  return {
    ...way,
    moves: way.moves.toSorted((one, other) => order.indexOf(other.name) - order.indexOf(one.name)),
  };
}

/** Finds the version before a release. A worker may have been deployed twice in an interrupted release. */
function previousVersion({ versions, running }: Deployed, release: string): Version | undefined {
  let version = running;
  for (let steps = versions.length; steps > 0 && version?.note?.release === release; steps -= 1) {
    const earlier: string | undefined = version.note.previousVersion;
    version = versions.find(({ id }) => id === earlier);
  }
  return version?.note?.release === release ? undefined : version;
}
