import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files that wrangler looks for, in its order. */
const configurations = ['wrangler.json', 'wrangler.jsonc', 'wrangler.toml'];

/** The configuration of an existing Worker. wrangler would ignore a second one in another format. */
export interface Configuration {
  file: string;
  /** Whether it has static assets. */
  hasAssets: boolean;
}

export function findConfiguration(cwd: string): Configuration | undefined {
  const file = configurations.find((name) => existsSync(path.join(cwd, name)));
  if (file === undefined) return undefined;
  return { file, hasAssets: /\bassets\b/.test(readFileSync(path.join(cwd, file), 'utf8')) };
}
