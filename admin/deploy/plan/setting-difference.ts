import type { BoundSettings } from '../read/bound-settings.ts';

/** Maximum length of a value in a message. */
const longestValue = 80;
const contextBefore = 20;

/** A setting that a deployment changes. A value is undefined if the setting isn't set. */
export interface SettingDifference {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

/** Compares the settings of two versions of a worker. */
export function compareSettings(before: BoundSettings, after: BoundSettings): SettingDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, before: before[name], after: after[name] }));
}

/** Describes a difference on one line: `NAME: old → new`. */
export function describeDifference({ name, before, after }: SettingDifference): string {
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
