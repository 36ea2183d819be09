import { existsSync } from 'node:fs';
import path from 'node:path';

/** File names of a Worker's configuration, in wrangler's order. */
const names = ['wrangler.json', 'wrangler.jsonc', 'wrangler.toml'];

/** The configuration file of the Worker in a folder; undefined if there is none. */
export const findConfiguration = (folder: string): string | undefined =>
  names.map((name) => path.join(folder, name)).find((file) => existsSync(file));
