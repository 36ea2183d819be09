import { createHash, scryptSync } from 'node:crypto';
import type { DeploymentConfig } from './config.ts';

/**
 * Hashes of what a version at Cloudflare was made of. They stand in the version's tag, so that every machine can
 * say which of the three differs from what it would deploy.
 */
export interface Fingerprints {
  code: string;
  configuration: string;
  /** By the mark of a secret's name ({@link markOf}). */
  secrets: Record<string, string>;
}

/** Begins the tag of every version that this command has deployed, those of earlier releases included. */
export const tagPrefix = 'plid-';
/** Begins those of them that {@link readTag} understands. */
const ownPrefix = `${tagPrefix}2:`;
/** In bytes: what Cloudflare takes as `workers/tag`. */
const longestTag = 100;
const partLength = 8;
const markLength = 2;
const valueLength = 6;
const secretsInTag = Math.floor(
  (longestTag - ownPrefix.length - 2 * partLength - 1) / (1 + markLength + valueLength),
);
/** The mark under which those stand together that have no room of their own. */
const others = '**';

const digest = (length: number, ...parts: (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64url').slice(0, length);
};

/** The mark of a secret's name: a name may be longer than a tag has room for. */
export const markOf = (name: string): string => digest(markLength, name);

/** Of code or configuration, which are no secret. */
export const fingerprintOf = (...parts: (string | Buffer)[]): string => digest(partLength, ...parts);

/**
 * Makes fingerprints of the secrets of a deployment. They are the same on every machine and through every rotation of another
 * secret; a slow hash, since an operator may have chosen a short secret, and everybody who may read the account sees the tags.
 * @param account its id at Cloudflare.
 */
export function secretFingerprints(account: string, { name, half }: Pick<DeploymentConfig, 'name' | 'half'>) {
  const known = new Map<string, string>();
  return (secrets: Record<string, string>): Record<string, string> => {
    const marked = Object.entries(secrets).map(([secret, value]) => {
      const salt = `plid ${account} ${name}-${half} ${secret}`;
      const hashed = known.get(`${secret} ${value}`) ?? scryptSync(value, salt, 32).toString('base64url');
      known.set(`${secret} ${value}`, hashed);
      return [markOf(secret), hashed.slice(0, valueLength)] as const;
    });
    return fitIntoTag(marked.toSorted());
  };
}

/** Those that share a mark, and those for which a tag has no room, have one fingerprint together. */
function fitIntoTag(marked: (readonly [mark: string, value: string])[]): Record<string, string> {
  const marks = [...new Set(marked.map(([mark]) => mark))];
  const own = marks.length > secretsInTag ? marks.slice(0, secretsInTag - 1) : marks;
  const grouped = Object.groupBy(marked, ([mark]) => (own.includes(mark) ? mark : others));
  return Object.fromEntries(
    Object.entries(grouped).map(([mark, group = []]) => {
      const values = group.map(([, value]) => value);
      return [mark, values.length === 1 ? (values[0] ?? '') : digest(valueLength, ...values)];
    }),
  );
}

/** The tag of a version: at most 100 bytes. */
export function writeTag({ code, configuration, secrets }: Fingerprints): string {
  const marked = Object.entries(secrets).map(([mark, value]) => `.${mark}${value}`);
  return `${ownPrefix}${code}.${configuration}${marked.join('')}`;
}

/** @returns undefined where the tag is of an earlier release, or of somebody else. */
export function readTag(tag: string | undefined): Fingerprints | undefined {
  if (tag === undefined || !tag.startsWith(ownPrefix)) return undefined;
  const [code = '', configuration = '', ...marked] = tag.slice(ownPrefix.length).split('.');
  const secrets = marked.map((part) => [part.slice(0, markLength), part.slice(markLength)]);
  return { code, configuration, secrets: Object.fromEntries(secrets) };
}

/** The fingerprint that a secret has, or has together with others. */
export const fingerprintOfSecret = ({ secrets }: Fingerprints, name: string): string | undefined =>
  secrets[markOf(name)] ?? secrets[others];
