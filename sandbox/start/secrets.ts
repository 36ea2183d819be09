import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { io } from '../../tools/terminal/io.ts';
import { publicSecrets } from '../world/public-secrets.ts';

/** Returns the default secrets file, in the project's folder, where wrangler looks for a developer's secrets. */
export const defaultSecretsFile = (): string => path.resolve(io().cwd, '.dev.vars');

/**
 * Returns the secrets of a local environment. Secrets that are set in the file, by the developer or by an earlier
 * release, replace the public secrets. @param file the secrets file, which may be missing.
 */
export function readLocalSecrets(file: string): typeof publicSecrets {
  const set = Object.entries(parseEnv(readText(file))).filter(([name]) => name in publicSecrets);
  return { ...publicSecrets, ...Object.fromEntries(set) };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
