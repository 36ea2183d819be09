import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

interface Metafile {
  outputs: Record<string, { entryPoint?: string; inputs: Record<string, { bytesInOutput: number }> }>;
}

/** The part of esbuild that is needed here. It is wrangler's own: what it leaves out is left out of a deployment. */
interface Esbuild {
  build(options: object): Promise<{ metafile: Metafile }>;
}
const esbuild: Esbuild = createRequire(createRequire(import.meta.url).resolve('wrangler'))('esbuild');

const folder = path.join(root, '.wrangler/test-bundles');

/** Where the bundle of a source file is, once {@link bundleWorkers} has run. @param file such as `workers/local.ts`. */
export const bundleOf = (file: string): string =>
  path.join(folder, file.replace(/\.ts$/, ''), path.basename(file).replace(/\.ts$/, '.js'));

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
    sources().map((file) => [path.relative(folder, bundleOf(file)).replace(/\.js$/, ''), file]),
  );

/** Bundles all workers at once, as wrangler bundles each of them, so that no test file has to do it again. */
export function bundleWorkers(): Promise<{ metafile: Metafile }> {
  return esbuild.build({
    absWorkingDir: root,
    entryPoints: entryPoints(),
    outdir: folder,
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
