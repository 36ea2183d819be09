import type { Deployed, Version } from './deployed.ts';

/** The workers of a deployment that exist, by name. */
type Workers = ReadonlyMap<string, Deployed>;

const releaseOf = ({ running, leftBehind }: Deployed): string =>
  (leftBehind ? undefined : running?.note?.release) ?? '';

/** The last release of which something runs; undefined where nothing does that says so. */
export function currentRelease(workers: Workers): string | undefined {
  const [last] = [...workers.values()].map(releaseOf).toSorted().toReversed();
  return last || undefined;
}

/**
 * The release with which a deployment goes on if the last one broke off. Workers that were deployed then are part of it, so that both
 * are taken back together.
 * @returns its name and how many workers have it already; undefined where it is whole.
 */
export function interruptedRelease(workers: Workers): { release: string; done: number } | undefined {
  const release = currentRelease(workers);
  const own = [...workers.values()].map(({ versions }) =>
    versions.find(({ note }) => note !== undefined && note.release === release),
  );
  const made = own.flatMap((version) => version?.note ?? []);
  if (release === undefined || made.some(({ at, of }) => at === of)) return undefined;
  return { release, done: made.length };
}

/** The changes of going back from the current release. */
export interface RollbackPlan {
  /** The versions that served before it. */
  moves: { name: string; from: Version; to: Version }[];
  /** Workers that did not exist before it. */
  added: string[];
}

/** The way back from the current release; where that is none of ours, or the first, there is nothing to move. */
export function planRollback(workers: Workers): RollbackPlan {
  const release = currentRelease(workers);
  const way: RollbackPlan = { moves: [], added: [] };
  if (release === undefined) return way;
  for (const [name, worker] of workers) {
    if (releaseOf(worker) !== release || worker.running === undefined) continue;
    const to = versionBefore(worker, release);
    if (to === undefined) way.added.push(name);
    else way.moves.push({ name, from: worker.running, to });
  }
  return way;
}

/** A worker may have been deployed twice in one release, where that broke off. */
function versionBefore({ versions, running }: Deployed, release: string): Version | undefined {
  let version = running;
  for (let steps = versions.length; steps > 0 && version?.note?.release === release; steps -= 1) {
    const { instead }: { instead?: string | undefined } = version.note;
    version = versions.find(({ id }) => id === instead);
  }
  return version?.note?.release === release ? undefined : version;
}
