import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes secrets where wrangler reads them, only for their owner: no list of processes shows them. @returns the file. */
export function writeSecrets(state: string, name: string, secrets: Record<string, string>): string {
  const file = path.join(state, name);
  mkdirSync(state, { recursive: true });
  const lines = Object.entries(secrets).map(([secret, value]) => `${secret}='${value}'\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}
