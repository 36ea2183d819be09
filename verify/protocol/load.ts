import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../test/support/world/bundles.ts';
import { testFolder } from '../../test/support/world/isolation.ts';
import { esbuild, workerBundle } from '../../tools/configuration/esbuild.ts';
import type { searchWorlds } from './run.ts';

/** Bundles the search for Node, which can't read the product's pages as they are. */
export async function loadSearch(): Promise<{ searchWorlds: typeof searchWorlds }> {
  const outfile = path.join(mkdtempSync(path.join(testFolder(), 'protocol-')), 'run.js');
  await esbuild.build({
    ...workerBundle,
    absWorkingDir: root,
    entryPoints: [path.join(import.meta.dirname, 'run.ts')],
    outfile,
    minify: false,
    external: ['node:*'],
    alias: { 'cloudflare:workers': path.join(root, 'test/support/fakes/objects.ts') },
  });
  return import(pathToFileURL(outfile).href);
}
