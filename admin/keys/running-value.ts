import { type Entry, type Rotatable, splitSecret } from './key-entries.ts';

/** The value that runs, with the entries of the stored value that it doesn't have yet. */
interface RunningValue {
  value: string;
  added: Entry[];
}

/**
 * Derives the value that runs, or that an interrupted pass writes, from the stored value. The stored value may be one
 * or more passes behind, or already contain the entry that the next pass adds. So any machine with the stored value
 * can continue a rotation. @param isWanted compares a value's fingerprint with the one at Cloudflare.
 * @returns undefined if the stored value belongs to another state, such as a file from before the rotation.
 */
export function deriveRunningValue(
  kind: Pick<Rotatable, 'nameOf'>,
  stored: string,
  isWanted: (value: string) => boolean,
): RunningValue | undefined {
  const entries = splitSecret(kind, stored);
  const found = arrangements(entries).find((each) => isWanted(join(each)));
  if (found === undefined) return undefined;
  return { value: join(found), added: entries.filter((entry) => !found.includes(entry)) };
}

const join = (entries: readonly Entry[]): string => entries.map(({ text }) => text).join(',');

/** The values of a secret before and after each pass that can be derived from the given entries. */
function arrangements(entries: readonly Entry[]): Entry[][] {
  const without = (...removed: Entry[]) => entries.filter((entry) => !removed.includes(entry));
  return [
    [...entries],
    // The pass `first` hasn't been stored.
    ...entries.map((entry) => [entry, ...without(entry)]),
    // The pass `add` hasn't been deployed, or the pass `drop` hasn't been stored.
    ...entries.map((entry) => without(entry)),
    // The pass `replace` hasn't been stored, or neither have `first` and `drop`.
    ...entries.flatMap((removed) =>
      without(removed).flatMap((entry) => [
        entries.filter((each) => each !== entry).map((each) => (each === removed ? entry : each)),
        [entry, ...without(entry, removed)],
      ]),
    ),
  ].filter((each) => each.length > 0);
}
