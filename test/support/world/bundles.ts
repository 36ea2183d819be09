import { globSync } from 'node:fs';
import path from 'node:path';
import { esbuild, workerBundle } from '../../../tools/configuration/esbuild.ts';
import { announceEnd, endOf, testFolder } from './isolation.ts';

export const root = path.resolve(import.meta.dirname, '../../..');

/** The folder of the bundles of this source tree. */
export const bundlesOfThisTree = (): string => path.join(testFolder(), 'bundles');

/**
 * The path of a source file's bundle, once {@link bundleWorkers} has run.
 * @param file such as `sandbox/local.ts`. @param bundles the folder of the bundles; those of this source tree by default.
 */
export const bundleOf = (file: string, bundles = bundlesOfThisTree()): string =>
  path.join(bundles, file.replace(/\.ts$/, ''), path.basename(file).replace(/\.ts$/, '.js'));

/** Every worker that the tests start, by its entry file. */
const sources = () => [
  ...globSync('workers/{service,gateway}/{routes,operator,features,carriers}/*/index.ts', { cwd: root }),
  'sandbox/index.ts',
  'sandbox/local.ts',
  ...globSync('{test,sandbox/test,admin/test,verify/{fuzz,model}}/**/*-worker.ts', { cwd: root }),
];

/**
 * Bundles all workers at once, as wrangler bundles each of them, so that no test file has to do it again.
 * @param write whether to keep the bundles; otherwise only their contents are reported.
 */
export const bundleWorkers = (write = true): ReturnType<typeof esbuild.build> =>
  bundle(root, sources(), bundlesOfThisTree(), write);

/** Lets every world that waits for the bundles begin, or fail. */
export const announceBundles = (failure?: string): void => announceEnd('bundles', failure);

/** Waits for the bundles of this source tree. @throws what esbuild said. */
export const bundlesAreMade = (): Promise<void> => endOf('bundles');

/**
 * Bundles workers, each into a separate folder: wrangler takes every file next to a worker for a part of it.
 * @param tree the top of the source tree. @param files within it. @param bundles the folder for the bundles.
 */
export function bundle(
  tree: string,
  files: string[],
  bundles: string,
  write = true,
): ReturnType<typeof esbuild.build> {
  const entryPoints = files.map((file) => [
    path.relative(bundles, bundleOf(file, bundles)).replace(/\.js$/, ''),
    file,
  ]);
  return esbuild.build({
    absWorkingDir: tree,
    entryPoints: Object.fromEntries(entryPoints),
    outdir: bundles,
    write,
    ...workerBundle,
  });
}
