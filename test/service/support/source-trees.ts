import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { folderOf } from '../../../tools/configuration/index.ts';
import { loadWorkers } from '../../../tools/configuration/load-workers.ts';
import { bundle, root } from '../../support/world/bundles.ts';
import { type Tree, writeConfigurations } from '../../support/world/configurations.ts';
import { testFolder } from '../../support/world/isolation.ts';
import { observedObjects } from '../../support/world/test-workers.ts';

/** A change of the source, made in a copy. */
export interface Change {
  /** The path from the top of the project. */
  file: string;
  from: string;
  to: string;
}

/** A copy of this source tree with some changes, bundled. @param name a folder's name of its own. */
export const changedTree = (name: string, changes: readonly Change[]): Promise<Tree> =>
  build(changedSources(name, changes, ['workers', 'packages/plid', 'test/support', 'docs/openapi.yaml']));

/** A copy of this source tree's files with some changes. @param copied files and folders. @returns the copy's folder. */
export function changedSources(name: string, changes: readonly Change[], copied: readonly string[]): string {
  const tree = emptyTree(name);
  for (const file of copied) cpSync(path.join(root, file), path.join(tree, file), { recursive: true });
  for (const { file, from, to } of changes) {
    const text = readFileSync(path.join(tree, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} no longer holds: ${from}`);
    writeFileSync(path.join(tree, file), text.replace(from, to));
  }
  return tree;
}

/** Whether a clone without its history (`git clone --depth 1`) lacks a commit. A full clone must have it. */
export function isMissingFromShallowClone(commit: string): boolean {
  const git = (...words: string[]) => spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  const isShallow = git('rev-parse', '--is-shallow-repository').stdout.trim() === 'true';
  return isShallow && git('cat-file', '-e', commit).status !== 0;
}

/**
 * The source tree of a commit, bundled with this one's libraries. @param name of its folder, which must differ between files of tests.
 * @throws if the commit is not in this clone.
 */
export const treeOfCommit = (commit: string, name = commit): Promise<Tree> =>
  build(
    sourcesOfCommit(name, commit, [
      'workers',
      // Release 0.2 has no package, and commits before 0.3.0 have it in package/.
      'package',
      'packages',
      'docs/openapi.yaml',
      // The setup of its pages' compiler: until 0.3.0 with preact, which is installed only for these trees.
      'package.json',
      'tsconfig.json',
    ]),
  );

/**
 * The files of a commit, next to this one's libraries. @param paths those that the commit may have; all by default.
 * @returns the folder. @throws if the commit is not in this clone.
 */
export function sourcesOfCommit(name: string, commit: string, paths: readonly string[] = []): string {
  const tree = emptyTree(name);
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, maxBuffer: 1e8 });
  const sources = git('ls-tree', '--name-only', commit, ...paths).toString();
  const archive = git('archive', commit, ...sources.trim().split('\n'));
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  return tree;
}

/** A folder with links to the project's libraries and compiler settings. */
function emptyTree(name: string): string {
  const tree = path.join(testFolder(), 'trees', name);
  mkdirSync(path.join(tree, 'docs'), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'), 'junction');
  for (const file of ['package.json', 'tsconfig.json']) cpSync(path.join(root, file), path.join(tree, file));
  return tree;
}

async function build(tree: string): Promise<Tree> {
  const workers = await loadWorkers(tree);
  const bundles = path.join(tree, 'bundles');
  const usual = workers.map((worker) => `${folderOf(worker)}/index.ts`);
  const observed = workers.filter(({ classes }) => classes !== undefined).map(observedObjects);
  const isObserved = observed.every((file) => existsSync(path.join(tree, file)));
  const files = [...usual, ...(isObserved ? observed : [])];
  for (const file of files) if (!existsSync(path.join(tree, file))) throw new Error(`${file} is missing`);
  await bundle(tree, files, bundles);
  const built = { top: tree, workers, bundles, isObserved };
  writeConfigurations(built);
  return built;
}
