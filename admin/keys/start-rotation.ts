import type { Half } from '../../tools/configuration/index.ts';
import { Failure } from '../../tools/terminal/failure.ts';
import {
  type Entry,
  type Names,
  type Pass,
  type Rotatable,
  rotatableSecret,
  splitSecret,
} from './key-entries.ts';
import type { Rotation } from './rotation-progress.ts';

export interface Choice {
  /** The name of the old value, if the secret has several values. */
  name: string | undefined;
  /** Whether the old value must no longer be used. */
  leaked: boolean;
}

/**
 * Determines the old and the new value of a new rotation. @param value the running value. @throws {Failure} if the
 * choice is ambiguous.
 */
export function startRotation(half: Half, secret: string, value: string, { name, leaked }: Choice): Rotation {
  const kind = rotatableSecret(half, secret);
  const names = splitSecret(kind, value).map((entry) => entry.name);
  const passes = leaked ? kind.leakedPasses : kind.passes;
  if (passes === undefined)
    throw new Failure(
      `With another ${secret}, every user gets a new plid. If the key must be replaced, add: --leaked (docs/operate/keys.md, Replacing PHONE_KEY).`,
    );
  if (!kind.isShared && names.length > 1)
    throw new Failure(
      `${secret} already contains ${names.length} keys that this command didn't add. Remove the key to replace, and deploy with --replace-secret ${secret}.`,
    );
  const from = name ?? (names.length === 1 ? names[0] : undefined);
  if (from === undefined || !names.includes(from))
    throw new Failure(`Choose the value to replace: ${names.map((each) => `--name ${each}`).join(' or ')}`);
  return newRotation({ from, to: kind.nextName(from, names) }, passes, false);
}

const newRotation = (names: Names, passes: readonly Pass[], started: boolean): Rotation => ({
  ...names,
  passes: [...passes],
  started,
  needsReencryption: false,
  fingerprint: undefined,
  notBefore: {},
});

/**
 * Finds a rotation that is stored but not deployed: the stored value has one entry more than the running one. Either
 * the first pass was interrupted before its first deployment, or the operator stored the value of `secrets next`.
 */
export function resumeAddition(
  half: Half,
  secret: string,
  value: string,
  added: readonly Entry[],
  { dropped, name, leaked = false }: Partial<Choice> & { dropped: string | undefined },
): Rotation | undefined {
  const [entry, ...others] = added;
  if (entry === undefined || others.length > 0 || entry.name === dropped) return undefined;
  const kind = rotatableSecret(half, secret);
  const names = findNames(kind, splitSecret(kind, value), entry, name);
  const passes = leaked ? kind.leakedPasses : (kind.passes ?? kind.leakedPasses);
  return names && newRotation(names, passes, true);
}

/**
 * Finds the old value that an added entry replaces, by their names.
 * @returns undefined if the entry doesn't have the name of a new value, such as a key that was dropped.
 */
function findNames(
  kind: Rotatable,
  running: readonly Entry[],
  added: Entry,
  name: string | undefined,
): Names | undefined {
  const taken = running.map((entry) => entry.name);
  const candidates = taken
    .filter((from) => name === undefined || name === from)
    .map((from): Names => ({ from, to: kind.nextName(from, taken) }));
  return candidates.find((names) => kind.isNew(added, names));
}
