import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { newSigningKey } from '../deploy/secrets.ts';

/** The demo shop's client secret (workers/local/demo-shop.ts), as its gateway has it. */
export const demoClientSecret = (): string =>
  createHash('sha256').update('plid local demo secret 1').digest('hex');

/** The secrets of a local world. CLIENT_SECRET is the demo shop's, the same on every machine (workers/local/seed.ts). */
const secrets: Record<string, () => string> = {
  KEYS: () => `local:${randomBytes(32).toString('base64')}`,
  // A higher number than that of a key whose file was deleted: it takes that one's place in the state folder.
  PHONE_KEY: () => `${Date.now()}:${randomBytes(32).toString('base64')}`,
  ADMIN_TOKEN: () => randomBytes(32).toString('hex'),
  CARRIER_TOKEN: () => randomBytes(32).toString('hex'),
  EVENT_KEY: () => `local:${newSigningKey()}`,
  IDENTITY_KEY: () => randomBytes(32).toString('hex'),
  CLIENT_SECRET: demoClientSecret,
};

/** Adds the missing secrets to a file that only its owner can read; existing ones stay. */
export function completeSecrets(file: string): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const existing = parseEnv(text);
  const missing = Object.entries(secrets).filter(([name]) => !existing[name]);
  if (missing.length > 0) {
    mkdirSync(path.dirname(file), { recursive: true });
    const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    const lines = missing.map(([name, make]) => `${name}="${make()}"\n`);
    writeFileSync(file, before + lines.join(''), { mode: 0o600 });
  }
  chmodSync(file, 0o600);
}
