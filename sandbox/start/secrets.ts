import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { io } from '../../tools/terminal/io.ts';
import { publicSecrets } from '../world/public-secrets.ts';

/** In the project's folder, where wrangler looks for secrets of a developer's own. */
export const defaultSecrets = (): string => path.resolve(io().cwd, '.dev.vars');

/**
 * The secrets of a local world: those that everybody knows, but for what the developer has set, or a release before has made.
 * @param file which need not be there.
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
