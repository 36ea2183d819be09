import { existsSync } from 'node:fs';
import path from 'node:path';

/** The names under which wrangler looks for the configuration of a Worker. */
const names = ['wrangler.json', 'wrangler.jsonc', 'wrangler.toml'];

/** The configuration of the Worker in a folder; undefined where there is none. */
export const findConfiguration = (folder: string): string | undefined =>
  names.map((name) => path.join(folder, name)).find((file) => existsSync(file));
