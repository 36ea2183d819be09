import path from 'node:path';
import type { ListedWorker } from '../../workers/workers.ts';
import { esbuild } from './esbuild.ts';

const root = path.resolve(import.meta.dirname, '../..');

const loaded = new Map<string, Promise<readonly ListedWorker[]>>();

/**
 * The list of workers (workers/workers.ts), for programs on Node. It is bundled, because Node supports neither JSX
 * nor the runtime's module `cloudflare:workers`, whose base classes are never called here.
 * @param tree root of the source tree; default: this one.
 */
export function loadWorkers(tree = root): Promise<readonly ListedWorker[]> {
  const loading = loaded.get(tree) ?? load(tree);
  loaded.set(tree, loading);
  return loading;
}

const load = async (tree: string): Promise<readonly ListedWorker[]> =>
  ((await bundleForNode('workers/workers.ts', tree)) as { workers: readonly ListedWorker[] }).workers;

/** Loads a module of the workers or the sandbox as {@link loadWorkers} does. @param file path from the root. */
export async function bundleForNode(file: string, tree = root): Promise<object> {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: tree,
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    logLevel: 'silent',
    alias: { 'cloudflare:workers': path.join(import.meta.dirname, 'runtime-classes.ts') },
  });
  const source = Buffer.from(outputFiles[0]?.text ?? '').toString('base64');
  return import(`data:text/javascript;base64,${source}`);
}
