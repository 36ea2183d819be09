import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import * as v from 'valibot';
import { settingsOf } from '../../../tools/configuration/settings-of.ts';
import { Failure } from '../../../tools/terminal/failure.ts';
import { weaknessOf } from '../../../workers/core/crypto/published-secrets.ts';
import type { SecretFormat } from '../../../workers/core/worker/secret-format.ts';
import { generatedKeys } from '../../../workers/core/worker/weak-secrets.ts';
import type { ListedWorker } from '../../../workers/workers.ts';
import { localUserName } from '../cloudflare/version-metadata.ts';

export type Secrets = Record<string, string>;

/** Describes the sources of secrets (secret-sources.ts). */
export interface SecretSources {
  /** The source of a secret. */
  placeOf(name: string): string;
  /** The environment variable for a secret. */
  variableOf(name: string): string;
}

const make: Record<Exclude<SecretFormat, 'issued'>, () => string> = {
  keys: () => `k1:${randomBytes(32).toString('base64')}`,
  base64: () => randomBytes(32).toString('base64'),
  hex: () => randomBytes(32).toString('hex'),
  token: () => `${tokenName(localUserName())}:${randomBytes(32).toString('hex')}`,
  'signing keys': () => `e1:${newSigningKey()}`,
  'openid keys': () => `o1:${newOpenIdKeys()}`,
};

/**
 * Returns the name of an operator's token (named-tokens.ts), as contained in the log. It is the user name on this
 * machine, or `admin` if there is none.
 */
export const tokenName = (user: string): string =>
  user
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 24) || 'admin';

/** Generates a P-256 private key, in PKCS #8 format and Base64. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'der' })
    .toString('base64');

/** Generates a pair of keys for OpenID Connect, which are an RSA key and a P-256 key. */
export const newOpenIdKeys = (): string =>
  `${generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')}.${newSigningKey()}`;

/** Reads the secrets from a file, by name. @returns an empty object if there is no file. */
export function readSecrets(file: string): Secrets {
  const parsed = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const held = Object.entries(parsed).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(held) as Secrets;
}

/** A secret that a worker uses. */
interface Needed {
  name: string;
  format: SecretFormat;
  /** Whether the worker works without the secret. */
  optional: boolean;
  schema: v.GenericSchema | undefined;
}

const neededBy = (workers: readonly ListedWorker[]): Needed[] =>
  workers.flatMap((worker) =>
    settingsOf(worker).flatMap(({ name, secret: format, optional }) =>
      format === undefined ? [] : [{ name, format, optional, schema: worker.schema.entries[name] }],
    ),
  );

/** Generates values for the workers' missing secrets, both required and optional. */
export function generateMissingSecrets(workers: readonly ListedWorker[], held: Secrets): Secrets {
  const made: Secrets = {};
  for (const { name, format } of neededBy(workers))
    if (held[name] === undefined && format !== 'issued') made[name] ??= make[format]();
  return made;
}

/** Returns the names of required secrets that another party issues. */
export const requiredIssuedSecrets = (workers: readonly ListedWorker[]): string[] => [
  ...new Set(
    neededBy(workers).flatMap(({ name, format, optional }) =>
      format === 'issued' && !optional ? [name] : [],
    ),
  ),
];

/**
 * Validates the secrets, and generates missing ones. @param issued the names of secrets that can't be generated here. @returns the generated secrets.
 * @throws {Failure} if an issued secret is missing, or any secret is malformed, published, or guessable.
 */
export function completeSecrets(
  workers: readonly ListedWorker[],
  issued: readonly string[],
  held: Secrets,
  { placeOf, variableOf }: SecretSources,
): Secrets {
  const made = generateMissingSecrets(workers, held);
  const needed = neededBy(workers);
  refuseWeak(needed, held, placeOf);
  for (const { name, schema } of needed) {
    const value = held[name];
    if (value === undefined || schema === undefined) continue;
    const result = v.safeParse(schema, value, { abortPipeEarly: true });
    if (!result.success) throw new Failure(`${placeOf(name)}: ${name} ${result.issues[0].message}.`);
  }
  const missing = [...new Set(issued)].filter((name) => !held[name]);
  const [first = ''] = missing;
  if (first === '') return made;
  throw new Failure(
    `${missing.join(' and ')} can't be generated. Add the missing values to ${placeOf(first)}, one per line: ${first}="…" (or set ${variableOf(first)})`,
  );
}

/**
 * Rejects published and guessable values under any name, because attackers could use them to forge sessions or call
 * the operator API.
 */
function refuseWeak(needed: readonly Needed[], held: Secrets, placeOf: (name: string) => string): void {
  for (const [name, value] of Object.entries(held)) {
    const format = needed.find((one) => one.name === name)?.format ?? 'issued';
    const weakness = weaknessOf(value, generatedKeys(value, format));
    if (weakness !== undefined)
      throw new Failure(
        `${placeOf(name)}: ${name} isn't secret, because it ${weakness}. Remove its line to generate a new value, or set the value that its issuer gave you.`,
      );
  }
}

/** Adds secrets to a file that only its owner can read. The file's existing content is preserved. */
export function addSecrets(file: string, made: Secrets): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const kept = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const lines = Object.entries(made).map(([name, value]) => `${name}="${value}"\n`);
  if (lines.length > 0) writeFileSync(file, kept + lines.join(''), { mode: 0o600 });
  if (existsSync(file)) chmodSync(file, 0o600);
}

/**
 * Replaces the value of a secret in a file atomically. The rest of the file is preserved. @throws {Failure} if the
 * secret's line can't be parsed.
 */
export function replaceSecret(file: string, name: string, value: string): void {
  const line = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*$`, 'gm');
  const text = readFileSync(file, 'utf8').replace(line, () => `${name}="${value}"`);
  if (parseEnv(text)[name] !== value)
    throw new Failure(`${file}: the line for ${name} is malformed. Write it as ${name}="…"`);
  writeFileSync(`${file}.new.secrets`, text, { mode: 0o600 });
  renameSync(`${file}.new.secrets`, file);
}
