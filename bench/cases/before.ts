import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../runner/bundles.ts';
import type { Case, System } from '../runner/system.ts';

const casesFile = 'bench/cases/index.ts';
/** The commit whose figures against limits docs/verification/tables/performance.md keeps. */
const lastLimits = '2204375cf0f39ecf87e653755411719c4044d7ba';

const git = (...words: string[]) => spawnSync('git', words, { cwd: root, encoding: 'utf8' });

/** The commit to compare with by default: the neighboring build. */
export function neighboringBuild(): string {
  const { commit } = JSON.parse(
    readFileSync(path.join(root, 'verify/neighboring-builds/neighbor.json'), 'utf8'),
  );
  const hasBench = commit !== null && git('cat-file', '-e', `${commit}:${casesFile}`).status === 0;
  return hasBench ? commit : lastLimits;
}

/**
 * Writes the source tree of a commit into a folder, with a link to this checkout's libraries.
 * @param commit anything that Git resolves to a commit. @returns the folder.
 * @throws {Error} if this clone lacks the commit, or the commit has no bench.
 */
export function treeOf(commit: string, folder: string): string {
  const [hash] = git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`).stdout.split('\n');
  if (!hash)
    throw new Error(
      `This clone has no commit ${commit}. Fetch it (git fetch --unshallow) or use --no-before.`,
    );
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', hash], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  if (!existsSync(path.join(folder, casesFile))) throw new Error(`Commit ${commit} has no ${casesFile}.`);
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  return folder;
}

/**
 * Adds the product of another source tree to each case, so that both are measured in the same rounds. The other product
 * receives this tree's requests, made with its own modules.
 * @param tree an absolute path. A case that the other tree lacks stays as it is.
 */
export async function withBefore(cases: readonly Case[], tree: string): Promise<Case[]> {
  const { allCases } = (await import(pathToFileURL(path.join(tree, casesFile)).href)) as {
    allCases(): Promise<Case[]>;
  };
  const before = await allCases();
  return cases.map((stated) => {
    const [now] = stated.systems;
    const product = before.find(({ name }) => name === stated.name)?.systems[0];
    if (now === undefined || product === undefined) return stated;
    const { requests } = now;
    return { ...stated, systems: [...stated.systems, { ...inTree(product, tree), requests }] };
  });
}

const inTree = (system: System, tree: string): System => ({
  ...system,
  name: 'before',
  workers: system.workers.map((worker) => ({ ...worker, source: path.join(tree, worker.source) })),
});
