import { formatTime } from '../cloudflare/version-metadata.ts';
import { type BoundSettings, readBoundSettings } from '../read/bound-settings.ts';
import type { Deployed, Version } from '../read/deployed-workers.ts';
import type { Target } from './build-workers.ts';
import type { Plan } from './plan.ts';

/** Maximum number of versions of one worker that are read to find the deployment that set a value. */
const searched = 20;
/** Maximum length of a value in a message. */
const longestValue = 80;
const contextBefore = 20;

/** A setting that a deployment changes. A value is undefined if the setting isn't set. */
interface ChangedSetting {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

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
    for (const changed of compare(await read(worker.running), target.settings)) {
      const line = describe(changed);
      if (!lines.has(line)) lines.set(line, `${line}${await setBy(changed, worker, read)}`);
    }
  }
  return [...lines.values()];
}

type Read = (version: Version) => Promise<BoundSettings>;

/** Returns a function that reads the settings of a worker's versions. It reads each version only once. */
function reading({ connection }: Plan, name: string): Read {
  const known = new Map<string, Promise<BoundSettings>>();
  return ({ id }) => {
    const settings = known.get(id) ?? readBoundSettings(connection, name, id);
    known.set(id, settings);
    return settings;
  };
}

function compare(before: BoundSettings, after: BoundSettings): ChangedSetting[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, before: before[name], after: after[name] }));
}

/**
 * Describes the deployment that set the running value. The search goes back from the running version through
 * consecutive versions with the same value, up to a maximum number of versions, and the earliest of these versions
 * counts.
 */
async function setBy(
  { name, before }: ChangedSetting,
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

function describe({ name, before, after }: ChangedSetting): string {
  const [from, to] = shorten(readable(before), readable(after));
  return `${name}: ${from} → ${to}`;
}

/** Formats a value on one line, without control characters. */
const readable = (value: string | undefined): string =>
  value === undefined ? 'not set' : value.replace(/[\s\p{Cc}]+/gu, ' ') || '""';

/** Truncates long values around their first difference. */
function shorten(...values: [string, string]): [string, string] {
  const [before, after] = values;
  const differs = [...before].findIndex((letter, index) => letter !== after[index]);
  const start = Math.max(0, (differs < 0 ? before.length : differs) - contextBefore);
  const cut = (value: string) => {
    if (value.length <= longestValue) return value;
    const rest = value.slice(start);
    return `${start > 0 ? '…' : ''}${rest.slice(0, longestValue)}${rest.length > longestValue ? '…' : ''}`;
  };
  return [cut(before), cut(after)];
}
