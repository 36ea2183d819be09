import { createHash, scryptSync } from 'node:crypto';
import type { DeploymentConfig } from '../settings/config.ts';

/**
 * Hashes of a version's code, configuration, and secrets. The hashes are part of the version's tag, so that every
 * machine can determine which of these three parts differs.
 */
export interface Fingerprints {
  code: string;
  configuration: string;
  /** Hashes of secrets, keyed by a short hash of each secret's name ({@link secretNameDigest}). */
  secrets: Record<string, string>;
}

/** Prefix of the tag of every version that this command has deployed, of any deployment. */
const tagPrefix = 'plid-3:';
/** Cloudflare's limit of `workers/tag`, in bytes. */
const longestTag = 100;
const partLength = 8;
const markLength = 2;
const valueLength = 6;
const secretsInTag = Math.floor(
  (longestTag - tagPrefix.length - 3 * partLength - 2) / (1 + markLength + valueLength),
);
/** The mark shared by all secrets that don't fit into the tag individually. */
const others = '**';

const digest = (length: number, ...parts: (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64url').slice(0, length);
};

/**
 * Returns a secret name's mark, which is a short hash that identifies the secret in a tag. It is short because a
 * tag has little room.
 */
export const secretNameDigest = (name: string): string => digest(markLength, name);

/** Fingerprint of code or configuration, which aren't secret. */
export const fingerprintOfText = (...parts: (string | Buffer)[]): string => digest(partLength, ...parts);

/** The slow hashes of this process, by salt and secret. */
const known = new Map<string, string>();

/**
 * Returns a function that creates fingerprints of a deployment's secrets. They are the same on every machine and
 * independent of other secrets. The hash is slow, because an operator may have chosen a short secret, and everyone
 * with access to the account can read tags. @param account the account's ID at Cloudflare.
 */
export function createSecretFingerprinter(
  account: string,
  { name, half }: Pick<DeploymentConfig, 'name' | 'half'>,
) {
  return (secrets: Record<string, string>): Record<string, string> => {
    const marked = Object.entries(secrets).map(([secret, value]) => {
      const salt = `plid ${account} ${name}-${half} ${secret}`;
      const hashed = known.get(`${salt} ${value}`) ?? scryptSync(value, salt, 32).toString('base64url');
      known.set(`${salt} ${value}`, hashed);
      return [secretNameDigest(secret), hashed.slice(0, valueLength)] as const;
    });
    return fitIntoTag(marked.toSorted());
  };
}

/**
 * Makes the fingerprints fit into the tag. Secrets with the same mark share one fingerprint. All secrets for which
 * the tag has no room share one additional fingerprint.
 */
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

/**
 * Returns the name of a deployment in the tags of its versions. Only the tag says which deployment a worker belongs
 * to, because the workers of `plid` and of `plid-service-kr` may have names with the same beginning.
 */
export const tagOwner = ({ name, half }: Pick<DeploymentConfig, 'name' | 'half'>): string =>
  digest(partLength, name, half);

/** Formats the tag of a version. A tag has at most 100 bytes. @param owner the deployment ({@link tagOwner}). */
export function formatVersionTag(owner: string, { code, configuration, secrets }: Fingerprints): string {
  const marked = Object.entries(secrets).map(([mark, value]) => `.${mark}${value}`);
  return `${tagPrefix}${owner}.${code}.${configuration}${marked.join('')}`;
}

/** @returns undefined if the tag is of another deployment or another tool. */
export function parseVersionTag(owner: string, tag: string | undefined): Fingerprints | undefined {
  if (tag === undefined || !tag.startsWith(`${tagPrefix}${owner}.`)) return undefined;
  const [, code = '', configuration = '', ...marked] = tag.slice(tagPrefix.length).split('.');
  const secrets = marked.map((part) => [part.slice(0, markLength), part.slice(markLength)]);
  return { code, configuration, secrets: Object.fromEntries(secrets) };
}

/**
 * Returns the fingerprint that stands for a secret in a version's tag. Several secrets may share one fingerprint.
 */
export const fingerprintOfSecret = ({ secrets }: Fingerprints, name: string): string | undefined =>
  secrets[secretNameDigest(name)] ?? secrets[others];
