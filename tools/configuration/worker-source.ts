import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { WorkerDefinition } from '../../workers/core/worker/endpoint.ts';
import { root } from './local-configuration.ts';

const known = new Map<string, ReadonlyMap<string, string>>();

/**
 * Returns the folder of a worker, from the root of the source tree: `workers/service/routes/token`. It is the one whose
 * `index.ts` states the worker's name. @param tree root of the source tree; default: this one.
 * @throws {Error} if no `index.ts` below `workers/` states the name.
 */
export function folderOf({ worker }: Pick<WorkerDefinition, 'worker'>, tree = root): string {
  const folders = known.get(tree) ?? foldersIn(tree);
  known.set(tree, folders);
  const folder = folders.get(worker);
  if (folder === undefined) throw new Error(`No index.ts below workers/ states the worker '${worker}'`);
  return folder;
}

/** The folders of all workers of a source tree, by the workers' names. */
const foldersIn = (tree: string): ReadonlyMap<string, string> =>
  new Map(
    globSync('workers/**/index.ts', { cwd: tree }).flatMap((file) => {
      const source = readFileSync(path.join(tree, file), 'utf8');
      const [, name] = /\b(?:endpoint\(\s*|worker(?:: | = ))'([a-z-]+)'/.exec(source) ?? [];
      return name === undefined ? [] : [[name, path.posix.dirname(file)] as const];
    }),
  );
