import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { esbuild, workerBundle } from '../../tools/configuration/esbuild.ts';

export const root = path.resolve(import.meta.dirname, '../..');

export const bundleName = (source: string): string =>
  `${source.replace(/\.[jt]s$/, '').replaceAll('/', '-')}.js`;

/**
 * Bundles workers as a deployment does: those of the product, and with the same options those that it is compared with.
 * @param sources paths from the top of the project. @param folder the folder for the bundles; existing bundles stay.
 */
export async function bundle(sources: Iterable<string>, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const missing = [...new Set(sources)].filter(
    (source) => !existsSync(path.join(folder, bundleName(source))),
  );
  if (missing.length === 0) return;
  const entryPoints = missing.map((source) => ({ in: source, out: bundleName(source).replace(/\.js$/, '') }));
  await esbuild.build({
    ...workerBundle,
    external: [...workerBundle.external, 'node:*'],
    absWorkingDir: root,
    entryPoints,
    outdir: folder,
    logLevel: 'error',
  });
}
