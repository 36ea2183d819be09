import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../test/support/world/bundles.ts';
import { testFolder } from '../../test/support/world/isolation.ts';
import { esbuild, workerBundle } from '../../tools/configuration/esbuild.ts';
import type { playOne, prepare } from './play.ts';

/** The runtime's globals that workers use: in the bundle they are the schedule's. */
const globals = ['setTimeout', 'clearTimeout', 'scheduler', 'fetch', 'console'];

/** Bundles the scenes, with their workers, for Node. */
export async function loadScenes(): Promise<Loaded> {
  const outfile = path.join(mkdtempSync(path.join(testFolder(), 'schedules-')), 'play.js');
  const folder = path.join(root, 'verify/schedules');
  await esbuild.build({
    ...workerBundle,
    absWorkingDir: root,
    entryPoints: [path.join(folder, 'play.ts')],
    outfile,
    minify: false,
    external: ['node:*'],
    alias: { 'cloudflare:workers': path.join(root, 'test/support/fakes/objects.ts') },
    define: {
      'Date.now': 'scheduled.now',
      ...Object.fromEntries(globals.map((name) => [name, `scheduled.${name}`])),
    },
  });
  return import(pathToFileURL(outfile).href);
}

interface Loaded {
  prepare: typeof prepare;
  playOne: typeof playOne;
}
