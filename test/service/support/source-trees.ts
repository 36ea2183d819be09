import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadWorkers } from '../../../tools/configuration/load-workers.ts';
import { folderOf } from '../../../tools/configuration/worker-source.ts';
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

/** A copy of this source tree with some changes, bundled. @param name a unique name of the folder. */
export const changedTree = (name: string, changes: readonly Change[]): Promise<Tree> =>
  build(changedSources(name, changes));

/** The files that the bundles of workers and observed objects contain. */
const bundledSources = ['workers', 'packages/plid', 'test/support', 'docs/openapi.yaml'];

/** A copy of this source tree's files with some changes. @returns the copy's folder. */
function changedSources(name: string, changes: readonly Change[]): string {
  const tree = emptyTree(name);
  for (const file of bundledSources)
    cpSync(path.join(root, file), path.join(tree, file), { recursive: true });
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

/** The source tree of a commit, bundled with this one's libraries. @throws if this clone lacks the commit. */
export function treeOfCommit(commit: string): Promise<Tree> {
  const tree = emptyTree(commit);
  const archive = execFileSync(
    'git',
    ['archive', commit, ...bundledSources, 'package.json', 'tsconfig.json'],
    {
      cwd: root,
      maxBuffer: 1e8,
    },
  );
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  return build(tree);
}

/** A folder with links to the project's libraries and compiler settings. */
function emptyTree(name: string): string {
  const tree = path.join(testFolder(), 'trees', name);
  // A repeated test makes its tree again.
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(path.join(tree, 'docs'), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'), 'junction');
  for (const file of ['package.json', 'tsconfig.json']) cpSync(path.join(root, file), path.join(tree, file));
  return tree;
}

async function build(tree: string): Promise<Tree> {
  const workers = await loadWorkers(tree);
  const bundles = path.join(tree, 'bundles');
  const usual = workers.map((worker) => `${folderOf(worker, tree)}/index.ts`);
  const observed = workers.filter(({ classes }) => classes !== undefined).map(observedObjects);
  const isObserved = observed.every((file) => existsSync(path.join(tree, file)));
  const files = [...usual, ...(isObserved ? observed : [])];
  for (const file of files) if (!existsSync(path.join(tree, file))) throw new Error(`${file} is missing`);
  await bundle(tree, files, bundles);
  const built = { top: tree, workers, bundles, isObserved };
  writeConfigurations(built);
  return built;
}
