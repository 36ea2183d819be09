import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installFolder } from '../../sandbox/samples/samples.ts';
import { removeLeftFolders } from '../../test/support/world/isolation.ts';
import { runNode } from '../run-vitest.ts';
import { drawRanges } from './sample.ts';
import { sampleTimeVariable, worldTestsVariable } from './sample-time.ts';

const folder = import.meta.dirname;
const root = path.resolve(folder, '../..');
const configs = {
  node: path.join(folder, 'stryker.config.mjs'),
  workers: path.join(folder, 'workers.config.mjs'),
  scripts: path.join(folder, 'scripts.config.mjs'),
};

/** The tests that run commands in their own process. */
const scriptTests = ['test/package/{carrier-kit,conformance}', 'admin/test', 'tools/test']
  .map((folder) => `${folder}/**/*.test.ts`)
  .join(',');

/**
 * Runs Stryker. `workers` mutates and drives the workers, `scripts` the commands, and no such word the modules that run in Node;
 * `--sample` draws lines for some minutes.
 * @param words of the command line. @throws if Stryker fails.
 */
export async function mutate(words: readonly string[], seed: number): Promise<undefined> {
  await installFolder(folder);
  const [first, ...others] = words;
  if (first === '--sample') {
    const { values } = parseArgs({
      args: [...words],
      options: { sample: { type: 'string' }, seed: { type: 'string' } },
    });
    return runSample(Number(values.sample), seed);
  }
  const isNamed = first === 'workers' || first === 'scripts';
  const tests = process.env[worldTestsVariable] ?? (first === 'scripts' ? scriptTests : undefined);
  const env = { ...process.env, ...(tests && { [worldTestsVariable]: tests }) };
  return runStryker(isNamed ? first : 'node', isNamed ? others : words, env);
}

async function runStryker(of: keyof typeof configs, words: readonly string[], env = process.env) {
  const stryker = path.join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const copies = mkdtempSync(path.join(tmpdir(), 'plid-stryker-'));
  const tidy = () => {
    rmSync(copies, { recursive: true, force: true });
    // A runner that was ended for its mutant has left the folder of its worlds.
    removeLeftFolders();
  };
  process.once('exit', tidy);
  await runNode([stryker, 'run', configs[of], '--tempDirName', copies, ...words], env);
  return undefined;
}

/** The share of a sample's time for mutants that run in Node: each takes milliseconds, and a mutant of the workers a second. */
const shares = { node: 1 / 3, workers: 2 / 3 };
/** The number of ranges of lines for which a minute is enough, on two quiet cores. */
const rangesPerMinute = { node: 40, workers: 12 };

/**
 * Tries mutants of lines that a seed draws, for some minutes: first those that run in Node, then those in the workers of one
 * half, with only that half's tests, since all of them take longer than a sample without any mutant. @throws if Stryker fails.
 */
async function runSample(minutes: number, seed: number): Promise<undefined> {
  if (!(minutes > 0)) throw new Error('--sample is a number of minutes');
  const half = seed % 2 === 0 ? 'service' : 'gateway';
  console.log(`Mutants of a sample, in Node and in the ${half}: --sample ${minutes} --seed ${seed}`);
  await tryRanges('node', minutes, seed);
  return tryRanges('workers', minutes, seed, half);
}

async function tryRanges(of: keyof typeof shares, minutes: number, seed: number, half = '') {
  const its = minutes * shares[of];
  const { default: config } = (await import(configs[of])) as { default: { mutate: string[] } };
  const ranges = drawRanges(root, config.mutate, seed)
    .filter((range) => range.startsWith(`workers/${half}`) || half === '')
    .slice(0, Math.ceil(its * rangesPerMinute[of]));
  const env = {
    ...process.env,
    ...(half && { [worldTestsVariable]: `test/${half}/**/*.test.ts` }),
    [sampleTimeVariable]: String(its * 60_000),
  };
  return runStryker(of, ['--mutate', ranges.join(',')], env);
}
