import { formatTime } from '../cloudflare/version-metadata.ts';
import { type BoundSettings, readBoundSettings } from '../read/bound-settings.ts';
import type { Deployed, Version } from '../read/deployed-workers.ts';
import type { Target } from './build-workers.ts';
import type { Plan } from './plan.ts';
import { compareSettings, describeDifference, type SettingDifference } from './setting-difference.ts';

/** Maximum number of versions of one worker that are read to find the deployment that set a value. */
const searched = 20;

/**
 * Describes each setting, rate limit, and client certificate that a deployment changes, one per line. The format
 * is `NAME: old → new`, with the deployment that set the old value. Values come from the running versions. Workers
 * with the same change share a line.
 */
export async function describeChangedSettings(plan: Plan, targets: readonly Target[]): Promise<string[]> {
  const lines = new Map<string, string>();
  for (const target of targets) {
    const worker = plan.deployed.get(target.name);
    if (worker?.running === undefined || target.settings === undefined) continue;
    if (worker.running.fingerprints?.configuration === target.fingerprints.configuration) continue;
    const read = reading(plan, target.name);
    for (const changed of compareSettings(await read(worker.running), target.settings)) {
      const line = describeDifference(changed);
      if (!lines.has(line)) lines.set(line, `${line}${await setBy(changed, worker, read)}`);
    }
  }
  return [...lines.values()];
}

type Read = (version: Version) => Promise<BoundSettings>;

/** Returns a function that reads the settings of a worker's versions. It reads each version only once. */
function reading({ account: { connection } }: Plan, name: string): Read {
  const known = new Map<string, Promise<BoundSettings>>();
  return ({ id }) => {
    const settings = known.get(id) ?? readBoundSettings(connection, name, id);
    known.set(id, settings);
    return settings;
  };
}

/**
 * Describes the deployment that set the running value. The search goes back from the running version through
 * consecutive versions with the same value, up to a maximum number of versions, and the earliest of these versions
 * counts.
 */
async function setBy(
  { name, before }: SettingDifference,
  { versions, running }: Deployed,
  read: Read,
): Promise<string> {
  const start = versions.findIndex(({ id }) => id === running?.id);
  const isCut = versions.length > start + searched;
  let since: Version | undefined;
  let isFound = false;
  for (const version of versions.slice(start, start + searched)) {
    isFound = (await read(version))[name] !== before;
    if (isFound) break;
    since = version;
  }
  if (since === undefined) return '';
  const by = since.note?.by ?? since.author;
  const when = `${isCut && !isFound ? 'at least since' : 'since'} ${formatTime(since.created)}`;
  return ` (${when}${by === undefined ? '' : `, ${by}`})`;
}
