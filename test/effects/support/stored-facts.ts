import type { NumberedWorld } from './numbered-world.ts';

/** Names of fields that count attempts: they differ if a command was repeated. */
const counts = new Set(['revision', 'attempts', 'version', 'copied']);

/** Objects that only count: each repetition of a command is an access, and a call compares the key of the phones. */
const uncounted = /^(?:Gateway)?AccessRecords |^Phone PHONE_KEY$/;

const secondsFrom = 1_700_000_000;

function plain(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value);
  if (typeof value === 'number') return value > secondsFrom ? 'time' : value;
  if (Array.isArray(value)) return value.filter(isChange).map(plain).sort(byText);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !counts.has(name));
  return Object.fromEntries(kept.map(([name, field]) => [plainText(name), plain(field)]));
}

/** An update that is repeated is in the history of an application, without a changed field. */
const isChange = (row: unknown): boolean => (row as { fields?: unknown } | null)?.fields !== '[]';

const plainText = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replaceAll(/eyJ[\w-]+\.[\w.-]+/g, 'sealed')
    .replaceAll(/[\w-]{22,}/g, 'name')
    // The revision of an identity, before the names of its attributes.
    .replaceAll(/^\d+ (?=[a-z])/gi, '')
    .replaceAll(/"version":\d+/g, '"version":0')
    .replaceAll(/\b1[78]\d{8}(?:\d{3})?\b/g, 'time');

const byText = (left: unknown, right: unknown) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1);

/**
 * What a world stores, without values that differ from run to run: random names, times, sealed values, and counts of attempts.
 * Two runs of a command are equal in it if they left the same.
 */
export function factsOf(world: NumberedWorld): unknown[] {
  return Object.entries(world.stored())
    .filter(([key, contents]) => !uncounted.test(key) && JSON.stringify(contents) !== '{}')
    .map(([key, contents]) => [plainText(key), plain(contents)])
    .sort(byText);
}
