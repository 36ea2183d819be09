import { createHash, randomBytes } from 'node:crypto';
import type { Half } from '../../tools/configuration/index.ts';
import { Failure } from '../../tools/terminal/failure.ts';
import { newOpenIdKeys, newSigningKey } from '../deploy/settings/secrets.ts';

/** One of the comma-separated values of a secret. */
export interface Entry {
  /** The value's name in messages and in the record of a rotation. The name reveals nothing about the value. */
  name: string;
  /** As it stands there. */
  text: string;
}

/** The names of the old and the new value. */
export interface Names {
  from: string;
  to: string;
}

/**
 * The passes (steps) of a rotation. Each run of `plid-admin keys rotate` performs one pass. The pass `replace`
 * replaces the old value in a single pass.
 */
export const passNames = ['add', 'first', 'drop', 'replace'] as const;
export type Pass = (typeof passNames)[number];

/** A secret that can be rotated. */
export interface Rotatable {
  /** The passes in order, or undefined if there is no safe way to rotate the secret. */
  passes: readonly Pass[] | undefined;
  /** The passes to run if the old value must no longer be used. */
  leakedPasses: readonly Pass[];
  /** Whether the secret always contains several values, each of which belongs to a different party. */
  isShared: boolean;
  /** Whether stored data must be re-encrypted before the old value is removed. Re-encryption may be repeated. */
  reseals?: true;
  nameOf(text: string): string;
  /** Returns the name of the new value. @param taken the names of the other values. */
  nextName(from: string, taken: readonly string[]): string;
  create(name: string): string;
  isNew(entry: Entry, names: Names): boolean;
}

const random = (encoding: 'base64' | 'hex') => randomBytes(32).toString(encoding);
const nameBeforeColon = (defaultName: string) => (text: string) => /^([^:]*):/.exec(text)?.[1] ?? defaultName;
const hasNewName = ({ name }: Entry, { to }: Names) => name === to;

/**
 * Returns the next name in a numbered series: `k1` → `k2`, `kim` → `kim2`, `2` → `3`, `kim@people` →
 * `kim2@people`. The part before the `@` has at most 32 characters.
 */
function nextName(name: string, taken: readonly string[]): string {
  const [, stem = '', digits = '', scope = ''] = /^([^@]*?)(\d{0,9})(@.*)?$/.exec(name) ?? [];
  for (let number = digits === '' ? 2 : Number(digits) + 1; ; number += 1) {
    const next = `${stem.slice(0, 32 - String(number).length)}${number}${scope}`;
    if (!taken.includes(next)) return next;
  }
}

const keys = {
  isShared: false,
  nextName,
  nameOf: nameBeforeColon(''),
  isNew: hasNewName,
  create: (name: string) => `${name}:${random('base64')}`,
};
const tokens = (defaultName: string): Rotatable => ({
  passes: ['add', 'drop'],
  leakedPasses: ['replace'],
  isShared: true,
  nextName,
  nameOf: nameBeforeColon(defaultName),
  isNew: hasNewName,
  create: (name) => `${name}:${random('hex')}`,
});

const openIdKey: Rotatable = {
  ...keys,
  passes: ['add', 'first', 'drop'],
  leakedPasses: ['replace'],
  create: (name) => `${name}:${newOpenIdKeys()}`,
};

/** Every secret of the service and gateway that can be rotated. Issued secrets are rotated by their issuer. */
export const rotatable: Record<Half, Record<string, Rotatable>> = {
  service: {
    // Even a leaked key is needed to re-encrypt stored data.
    KEYS: {
      ...keys,
      reseals: true,
      passes: ['add', 'first', 'drop'],
      leakedPasses: ['add', 'first', 'drop'],
    },
    // Rows of the index of disclosures are re-encrypted too.
    DISCLOSURE_KEY: {
      ...keys,
      reseals: true,
      passes: ['add', 'first', 'drop'],
      leakedPasses: ['add', 'first', 'drop'],
    },
    // The key's name is its number.
    PHONE_KEY: { ...keys, nameOf: nameBeforeColon('1'), passes: undefined, leakedPasses: ['replace'] },
    EVENT_KEY: {
      ...keys,
      passes: ['add', 'first', 'drop'],
      leakedPasses: ['replace'],
      create: (name) => `${name}:${newSigningKey()}`,
    },
    OPENID_KEY: openIdKey,
    ADMIN_TOKEN: tokens('admin'),
    CARRIER_TOKEN: tokens('carrier'),
  },
  gateway: {
    KEYS: { ...keys, passes: ['add', 'first', 'drop'], leakedPasses: ['replace'] },
    OPENID_KEY: openIdKey,
    ADMIN_TOKEN: tokens('admin'),
    // Identity keys have no names, so a digest identifies the old key.
    IDENTITY_KEY: {
      isShared: false,
      passes: ['add', 'first', 'drop'],
      leakedPasses: ['replace'],
      nameOf: (text) => createHash('sha256').update(text).digest('hex').slice(0, 8),
      nextName: () => 'a new one',
      create: () => random('hex'),
      isNew: ({ name }, { from }) => name !== from,
    },
  },
};

/** @throws {Failure} if the named secret can't be rotated. */
export function rotatableSecret(half: Half, secret: string): Rotatable {
  const kind = rotatable[half][secret];
  if (kind !== undefined) return kind;
  throw new Failure(
    `Secrets of the ${half} that can be rotated: ${Object.keys(rotatable[half]).join(', ')}.`,
  );
}

/** Splits a secret into its values, in the order in which they are written. */
export const splitSecret = ({ nameOf }: Pick<Rotatable, 'nameOf'>, text: string): Entry[] =>
  text.split(',').map((part) => ({ name: nameOf(part), text: part }));

/**
 * Returns the value that a secret has after a pass. If the pass has already been performed, the secret stays
 * unchanged. @param text the running value. @param stored the stored value, which may already contain the new entry.
 */
export function applyPass(
  pass: Pass,
  text: string,
  kind: Rotatable,
  names: Names,
  stored: string = text,
): string {
  const entries = splitSecret(kind, text);
  const existing = entries.find((entry) => kind.isNew(entry, names));
  const created = () =>
    existing ?? findNewEntry(kind, text, stored, names) ?? { name: names.to, text: kind.create(names.to) };
  const others = entries.filter((entry) => entry !== existing);
  const result: Record<Pass, () => Entry[]> = {
    add: () => (existing === undefined ? [...entries, created()] : entries),
    first: () => (existing === undefined ? entries : [existing, ...others]),
    drop: () => entries.filter(({ name }) => name !== names.from),
    replace: () => entries.map((entry) => (entry.name === names.from ? created() : entry)),
  };
  return result[pass]()
    .map((entry) => entry.text)
    .join(',');
}

/**
 * Returns the value to store before a pass is deployed, and the value after the pass. A pass that adds an entry stores
 * it first, so that the stored value always suffices to continue.
 */
export function valuesOfPass(
  pass: Pass,
  { value, stored }: { value: string; stored: string },
  kind: Rotatable,
  names: Names,
): { stored: string; after: string } {
  const isAdding = pass === 'add' || pass === 'replace';
  const mustCreate = isAdding && findNewEntry(kind, value, stored, names) === undefined;
  const before = mustCreate ? applyPass('add', value, kind, names) : stored;
  return { stored: before, after: applyPass(pass, value, kind, names, before) };
}

/** Finds the new entry in the stored value, if it isn't part of the running value. */
function findNewEntry(kind: Rotatable, text: string, stored: string, names: Names): Entry | undefined {
  const running = splitSecret(kind, text).map((entry) => entry.text);
  return splitSecret(kind, stored).find((entry) => !running.includes(entry.text) && kind.isNew(entry, names));
}
