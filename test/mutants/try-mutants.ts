import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Mutant, mutated } from './mutant.ts';
import { type Shown, Tree } from './tree.ts';

/** How long the tests of one mutant may take, in seconds. */
const limit = 180;

/**
 * The result for a mutant. `timed out` counts as noticed as well; an `error` says nothing of the tests: the mutant does not
 * build, or its tests fail without it.
 */
export interface Verdict {
  mutant: Mutant;
  kind: 'noticed' | 'timed out' | 'NOT noticed' | 'error';
  /** The test that noticed, or the error. */
  by: string;
  seconds: number;
}

interface Options {
  /** How many run at a time. */
  workers: number;
  /** Called with each verdict at once. */
  tell(verdict: Verdict): void;
}

/**
 * Makes one mistake after the other in a copy of the source and runs its tests, up to the first failure. Before that, all the
 * tests run once without any mistake.
 */
export async function tryMutants(mutants: readonly Mutant[], { workers, tell }: Options): Promise<Verdict[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plid-mutants-'));
  const trees = Array.from({ length: workers }, (_, index) => new Tree(path.join(folder, String(index))));
  const tidy = () => {
    for (const tree of trees) tree.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  const interrupted = () => {
    tidy();
    process.exit(130);
  };
  process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
  try {
    const failing = await failingFiles(trees, [...new Set(mutants.flatMap(({ tests }) => tests))]);
    const verdicts: Verdict[] = [];
    await eachIn(trees, mutants, async (tree, mutant) => {
      const verdict = await tryMutant(tree, mutant, failing);
      verdicts.push(verdict);
      tell(verdict);
    });
    return verdicts;
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    tidy();
  }
}

/** Each tree takes the next item as soon as it is free. */
async function eachIn<Item>(
  trees: readonly Tree[],
  items: readonly Item[],
  work: (tree: Tree, item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const takeItems = async (tree: Tree) => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(tree, item);
  };
  await Promise.all(trees.map(takeItems));
}

/** The test files that fail without any mistake, twice: once may be the machine's load. */
async function failingFiles(trees: readonly Tree[], files: readonly string[]): Promise<Set<string>> {
  const groups = trees.map((_, index) => files.filter((_, position) => position % trees.length === index));
  const passed = new Set<string>();
  const failing = new Set<string>();
  const run = async (tree: Tree, group: readonly string[]) => {
    const { lines } = await tree.run(group, { limit: limit * group.length, untilFailure: false });
    for (const line of lines) if (line.passed) passed.add(line.file);
  };
  await eachIn(
    trees,
    groups.filter(({ length }) => length > 0),
    run,
  );
  await eachIn(
    trees,
    files.filter((file) => !passed.has(file)),
    async (tree, file) => {
      await run(tree, [file]);
      if (!passed.has(file)) failing.add(file);
    },
  );
  return failing;
}

async function tryMutant(tree: Tree, mutant: Mutant, failing: ReadonlySet<string>): Promise<Verdict> {
  const begun = Date.now();
  const verdict = (kind: Verdict['kind'], by: string): Verdict => ({
    mutant,
    kind,
    by,
    seconds: Math.round((Date.now() - begun) / 1000),
  });
  const broken = mutant.tests.filter((file) => failing.has(file));
  if (broken.length > 0) return verdict('error', `fails without any mistake: ${broken.join(', ')}`);
  const original = readFileSync(path.join(tree.top, mutant.file), 'utf8');
  tree.write(mutant.file, mutated(tree.top, mutant));
  try {
    return verdict(...judge(await tree.run(mutant.tests, { limit, untilFailure: true }), mutant));
  } finally {
    tree.write(mutant.file, original);
  }
}

function judge({ lines, timedOut, output }: Shown, { tests }: Mutant): [Verdict['kind'], string] {
  const failure = lines.find(({ passed }) => !passed);
  if (failure !== undefined) {
    return [failure.hasTimedOut ? 'timed out' : 'noticed', `${failure.file} > ${failure.what}`];
  }
  if (timedOut) return ['timed out', `the limit of ${limit} s`];
  if (lines.length < tests.length) return ['error', `does not build: ${output.trim()}`];
  return ['NOT noticed', tests.join(', ')];
}
