import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import * as v from 'valibot';
import { publicKeys } from '../../sandbox/world/public-secrets.ts';
import { settingsOf } from '../../tools/configuration/settings-of.ts';
import { Failure } from '../../tools/terminal/failure.ts';
import type { SecretFormat } from '../../workers/core/worker/settings.ts';
import type { ListedWorker } from '../../workers/workers.ts';
import { userName } from './version-metadata.ts';

export type Secrets = Record<string, string>;

/** The names of the places of secrets (secret-sources.ts). */
export interface SecretPlaces {
  /** The place from which a secret is read. */
  placeOf(name: string): string;
  /** The environment variable that may hold it. */
  variableOf(name: string): string;
}

const make: Record<Exclude<SecretFormat, 'issued'>, () => string> = {
  keys: () => `k1:${randomBytes(32).toString('base64')}`,
  base64: () => randomBytes(32).toString('base64'),
  hex: () => randomBytes(32).toString('hex'),
  token: () => `${tokenName(userName())}:${randomBytes(32).toString('hex')}`,
  'signing keys': () => `e1:${newSigningKey()}`,
  'openid keys': () => `o1:${newOpenIdKeys()}`,
};

/** The name of a person's token (named-tokens.ts), which the log contains: their user name on this machine, or `admin`. */
export const tokenName = (user: string): string =>
  user
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 24) || 'admin';

/** A new private key on the curve P-256: Base64 of its PKCS #8. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'der' })
    .toString('base64');

/** The two of OpenID Connect: an RSA key, and one on the curve P-256. */
export const newOpenIdKeys = (): string =>
  `${generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')}.${newSigningKey()}`;

/** The secrets that a file holds, by name; none where there is no file. */
export function readSecrets(file: string): Secrets {
  const parsed = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const held = Object.entries(parsed).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(held) as Secrets;
}

/** A secret that a worker uses. */
interface Needed {
  name: string;
  format: SecretFormat;
  /** Whether the worker can do without it. */
  optional: boolean;
  schema: v.GenericSchema | undefined;
}

const neededBy = (workers: readonly ListedWorker[]): Needed[] =>
  workers.flatMap((worker) =>
    settingsOf(worker).flatMap(({ name, secret: format, optional }) =>
      format === undefined ? [] : [{ name, format, optional, schema: worker.schema.entries[name] }],
    ),
  );

/** New values for the secrets that the workers use and that are not held, including those that they can do without. */
export function makeMissing(workers: readonly ListedWorker[], held: Secrets): Secrets {
  const made: Secrets = {};
  for (const { name, format } of neededBy(workers))
    if (held[name] === undefined && format !== 'issued') made[name] ??= make[format]();
  return made;
}

/** The secrets that the workers can't do without and that another party issues. */
export const issuedFor = (workers: readonly ListedWorker[]): string[] => [
  ...new Set(
    neededBy(workers).flatMap(({ name, format, optional }) =>
      format === 'issued' && !optional ? [name] : [],
    ),
  ),
];

/**
 * Checks the secrets that are held.
 * @param issued those that can't be made here.
 * @throws {Failure} if one of these is missing, or one is malformed or public.
 */
export function checkSecrets(
  workers: readonly ListedWorker[],
  issued: readonly string[],
  held: Secrets,
  { placeOf, variableOf }: SecretPlaces,
): void {
  refusePublic(held, placeOf);
  for (const { name, schema } of neededBy(workers)) {
    const value = held[name];
    if (value === undefined || schema === undefined) continue;
    const result = v.safeParse(schema, value, { abortPipeEarly: true });
    if (!result.success) throw new Failure(`${placeOf(name)}: ${name} ${result.issues[0].message}.`);
  }
  const missing = [...new Set(issued)].filter((name) => !held[name]);
  const [first = ''] = missing;
  if (first === '') return;
  throw new Failure(
    `${missing.join(' and ')} cannot be made here. Write into ${placeOf(first)}, a line for each: ${first}="…" (or set ${variableOf(first)})`,
  );
}

/** Refuses keys and tokens of the local world, under whatever name: anybody could forge a session, or call as the operator. */
function refusePublic(held: Secrets, placeOf: (name: string) => string): void {
  const known = Object.values(publicKeys).map((value) => value.replace(/^\w+:/, ''));
  const [found] = Object.keys(held).filter((name) => known.some((value) => held[name]?.includes(value)));
  if (found !== undefined)
    throw new Failure(
      `${placeOf(found)}: ${found} is that of every local world, which everybody knows. Remove its line, and another one is made.`,
    );
}

/** Adds secrets to a file that only its owner can read; its content stays. */
export function addSecrets(file: string, made: Secrets): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const kept = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const lines = Object.entries(made).map(([name, value]) => `${name}="${value}"\n`);
  if (lines.length > 0) writeFileSync(file, kept + lines.join(''), { mode: 0o600 });
  if (existsSync(file)) chmodSync(file, 0o600);
}

/**
 * Gives a secret that a file holds another value; everything else in it stays. Written whole or not at all.
 * @throws {Failure} where its line is not understood.
 */
export function replaceSecret(file: string, name: string, value: string): void {
  const line = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*$`, 'gm');
  const text = readFileSync(file, 'utf8').replace(line, () => `${name}="${value}"`);
  if (parseEnv(text)[name] !== value)
    throw new Failure(`${file}: the line of ${name} is not understood. Write it as ${name}="…"`);
  writeFileSync(`${file}.new.secrets`, text, { mode: 0o600 });
  renameSync(`${file}.new.secrets`, file);
}
