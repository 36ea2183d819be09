import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files that wrangler looks for, in its order. */
const configurations = ['wrangler.json', 'wrangler.jsonc', 'wrangler.toml'];

/** The configuration of an existing Worker. wrangler would ignore a second one in another format. */
export interface Configuration {
  file: string;
  /** Name of the Worker; undefined if the file contains none. */
  name: string | undefined;
  /** Whether it has static assets. */
  hasAssets: boolean;
  /** Whether it declares Durable Objects with `migrations`, which wrangler doesn't accept next to `exports`. */
  hasMigrations: boolean;
  /** Names of the variables that the Worker reads in development: wrangler reads only listed secrets. */
  localNames: readonly string[];
}

export function findConfiguration(cwd: string): Configuration | undefined {
  const file = configurations.find((name) => existsSync(path.join(cwd, name)));
  if (file === undefined) return undefined;
  const text = withoutComments(readFileSync(path.join(cwd, file), 'utf8'), file);
  return {
    file,
    name: /^\s*(?:\{\s*)?"?name"?\s*[:=]\s*"([^"]+)"/m.exec(text)?.[1],
    hasAssets: /\bassets\b/.test(text),
    hasMigrations: /\bmigrations\b/.test(text),
    localNames: localNamesIn(cwd),
  };
}

/** Lines that are only a comment. */
const withoutComments = (text: string, file: string): string =>
  text.replaceAll(file.endsWith('.toml') ? /^\s*#.*$/gm : /^\s*\/\/.*$|\/\*[\s\S]*?\*\//gm, '');

/** wrangler reads `.env` only if there is no `.dev.vars`. */
function localNamesIn(cwd: string): string[] {
  const file = ['.dev.vars', '.env'].map((name) => path.join(cwd, name)).find((name) => existsSync(name));
  if (file === undefined) return [];
  const lines = readFileSync(file, 'utf8').matchAll(/^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/gm);
  return [...lines].map(([, name = '']) => name);
}
