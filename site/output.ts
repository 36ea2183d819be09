import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './contents.ts';

/** The built site, which Git ignores: `public/` with the static assets, and the fingerprint of their sources. */
export const output = path.join(import.meta.dirname, 'dist');
export const assets = path.join(output, 'public');
export const fingerprintFile = 'fingerprint';

const sources = [
  'docs/**/*.{md,json,yaml}',
  'docs/pictures/*.png',
  'CHANGELOG.md',
  'site/{,.vitepress/**/,api-reference/,markdown/,search/}*.{ts,css,yaml}',
  'package-lock.json',
];

/** Returns a value that changes if a file changes that the site is built from. */
export function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of globSync(sources, { cwd: root, exclude: ['**/node_modules', 'docs/examples'] }).sort()) {
    const { mtimeMs, size } = statSync(path.join(root, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

/** Returns the fingerprint that the site was built from, or undefined if there is no site. */
export function builtFrom(): string | undefined {
  const file = path.join(output, fingerprintFile);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
