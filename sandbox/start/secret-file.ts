import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes secrets to a file that only its owner can read, so that no process list contains them. @returns the file.
 */
export function writeSecrets(state: string, name: string, secrets: Record<string, string>): string {
  const file = path.join(state, name);
  mkdirSync(state, { recursive: true });
  const lines = Object.entries(secrets).map(([secret, value]) => `${secret}='${value}'\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}
