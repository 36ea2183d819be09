import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { folderRedirects } from './contents.ts';
import { base } from './llms.ts';
import { assets } from './output.ts';

/** The file of static assets that Cloudflare reads redirects from. */
export const redirectsFile = '_redirects';

/** Returns the lines of the file: `<path> <target> <status>`, also for addresses that end with a slash. */
export function redirects(): string {
  const root = base.replace(/\/$/, '');
  const folders = folderRedirects().flatMap(([folder, page]) =>
    ['', '/'].map((end) => `${root}${folder}${end} ${root}${page} 302\n`),
  );
  return [`/ ${base} 302\n`, ...folders].join('');
}

/** Returns where the built site redirects a path to, or undefined if it doesn't. */
export function redirectOf(pathname: string): string | undefined {
  const file = path.join(assets, redirectsFile);
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.map((line) => line.split(' ')).find(([from]) => from === pathname)?.[1];
}
