import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { build } from 'vitepress';
import { fingerprint, fingerprintFile, output } from './output.ts';
import { redirects, redirectsFile } from './redirects.ts';

// Builds the site into site/dist. With --background, the machine's other programs come first.
if (process.argv.includes('--background')) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const written = `${output}.${process.pid}`;
const state = fingerprint();
process.env.PLID_SITE_OUT = path.join(written, 'public/docs');
try {
  await build(import.meta.dirname);
  writeFileSync(path.join(written, 'public', redirectsFile), redirects());
  writeFileSync(path.join(written, fingerprintFile), state);
  // A server may be reading the folder, so it is replaced as a whole.
  rmSync(output, { recursive: true, force: true });
  renameSync(written, output);
} finally {
  rmSync(written, { recursive: true, force: true });
}
