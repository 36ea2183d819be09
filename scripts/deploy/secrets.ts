import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import * as v from 'valibot';
import type { SecretFormat } from '../../workers/core/worker/settings.ts';
import { publicKeys } from '../../workers/sandbox/world/public-secrets.ts';
import type { ListedWorker } from '../../workers/workers.ts';
import { Failure } from '../cli/failure.ts';
import { settingsOf } from '../configuration/settings-of.ts';

export type Secrets = Record<string, string>;

const make: Record<Exclude<SecretFormat, 'issued'>, () => string> = {
  keys: () => `k1:${randomBytes(32).toString('base64')}`,
  base64: () => randomBytes(32).toString('base64'),
  hex: () => randomBytes(32).toString('hex'),
  'signing keys': () => `e1:${newSigningKey()}`,
  'openid keys': () => `o1:${newOpenIdKeys()}`,
};

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

/**
 * New values for the secrets that the workers use and that are not held, those included that they can do without.
 * @param others secrets of the operator's own worker, which can't be made here.
 * @throws {Failure} if one is missing that cannot be made here, or one is malformed or public.
 */
export function makeMissing(
  workers: readonly ListedWorker[],
  others: string[],
  held: Secrets,
  file: string,
): Secrets {
  refusePublic(held, file);
  const needed = workers.flatMap((worker) =>
    settingsOf(worker).flatMap(({ name, secret, optional }) =>
      secret === undefined ? [] : [{ name, secret, optional, entry: worker.schema.entries[name] }],
    ),
  );
  const made: Secrets = {};
  for (const { name, secret, entry } of needed) {
    const value = held[name];
    if (value !== undefined) {
      const result = entry === undefined ? undefined : v.safeParse(entry, value, { abortPipeEarly: true });
      if (result?.success === false) throw new Failure(`${file}: ${name} ${result.issues[0].message}.`);
    } else if (secret !== 'issued') made[name] ??= make[secret]();
  }
  const issued = needed.filter(({ secret, optional }) => secret === 'issued' && !optional);
  const missing = [...new Set([...issued.map(({ name }) => name), ...others])].filter((name) => !held[name]);
  if (missing.length > 0) {
    throw new Failure(
      `${missing.join(' and ')} cannot be made here. Write into ${file}, a line for each: ${missing[0]}="…"`,
    );
  }
  return made;
}

/** Refuses keys and tokens of the local world, under whatever name: anybody could forge a session, or call as the operator. */
function refusePublic(held: Secrets, file: string): void {
  const known = Object.values(publicKeys).map((value) => value.replace(/^\w+:/, ''));
  const [found] = Object.keys(held).filter((name) => known.some((value) => held[name]?.includes(value)));
  if (found !== undefined)
    throw new Failure(
      `${file}: ${found} is that of every local world, which everybody knows. Remove its line, and another one is made.`,
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
