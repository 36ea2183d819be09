import { globSync } from 'node:fs';
import path from 'node:path';
import { esbuild } from '../../scripts/configuration/esbuild.ts';
import { testFolder } from './isolation.ts';

export const root = path.resolve(import.meta.dirname, '../..');

const folder = () => path.join(testFolder(), 'bundles');

/** Where the bundle of a source file is, once {@link bundleWorkers} has run. @param file such as `workers/local.ts`. */
export const bundleOf = (file: string): string =>
  path.join(folder(), file.replace(/\.ts$/, ''), path.basename(file).replace(/\.ts$/, '.js'));

/** Every worker that the tests start, by the file that it begins with. */
const sources = () => [
  ...globSync('workers/{service,gateway}/*/index.ts', { cwd: root }),
  'workers/sandbox/index.ts',
  'workers/local.ts',
  ...globSync('test/support/*-worker.ts', { cwd: root }),
];

/** Each bundle has a folder to itself: wrangler takes whatever lies beside it for a part of the worker. */
const entryPoints = () =>
  Object.fromEntries(
    sources().map((file) => [path.relative(folder(), bundleOf(file)).replace(/\.js$/, ''), file]),
  );

/**
 * Bundles all workers at once, as wrangler bundles each of them, so that no test file has to do it again.
 * @param write whether to keep the bundles, and not only to tell what is in them.
 */
export function bundleWorkers(write = true): ReturnType<typeof esbuild.build> {
  return esbuild.build({
    absWorkingDir: root,
    entryPoints: entryPoints(),
    outdir: folder(),
    write,
    bundle: true,
    metafile: true,
    format: 'esm',
    target: 'es2024',
    keepNames: true,
    external: ['cloudflare:*'],
    conditions: ['workerd', 'worker', 'browser'],
    mainFields: ['browser', 'module', 'main'],
    loader: { '.yaml': 'text' },
  });
}
