import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { removeLeftFolders } from '../../test/support/world/isolation.ts';
import { installFolder } from '../../tools/terminal/npm.ts';
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
const scriptTests = ['test/kits', 'admin/test', 'tools/test']
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
    // A runner that was stopped because of its mutant leaves the folder of its worlds.
    removeLeftFolders();
  };
  process.once('exit', tidy);
  await runNode([stryker, 'run', configs[of], '--tempDirName', copies, ...words], env);
  return undefined;
}

/** The code that a sample draws from. Each needs a run of its tests without any mutant, which takes longer than a sample: a seed chooses one. */
const samples = [
  { of: 'node', name: 'modules in Node' },
  { of: 'workers', name: 'the service', half: 'service' },
  { of: 'workers', name: 'the gateway', half: 'gateway' },
] as const;
/** Number of ranges of lines for which a minute is enough, on two quiet cores: a mutant takes milliseconds in Node, and a second in workers. */
const rangesPerMinute = { node: 40, workers: 12 };

/** Tries mutants of drawn lines for some minutes. The seed chooses the code and the lines. @throws if Stryker fails. */
async function runSample(minutes: number, seed: number): Promise<undefined> {
  if (!(minutes > 0)) throw new Error('--sample is a number of minutes');
  const sample = samples[seed % samples.length] ?? samples[0];
  console.log(`Mutants of ${sample.name}: --sample ${minutes} --seed ${seed}`);
  const half = 'half' in sample ? sample.half : undefined;
  const { default: config } = (await import(configs[sample.of])) as { default: { mutate: string[] } };
  const ranges = drawRanges(root, config.mutate, seed)
    .filter((range) => half === undefined || range.startsWith(`workers/${half}`))
    .slice(0, Math.ceil(minutes * rangesPerMinute[sample.of]));
  const env = {
    ...process.env,
    ...(half && { [worldTestsVariable]: `test/${half}/**/*.test.ts` }),
    [sampleTimeVariable]: String(minutes * 60_000),
  };
  return runStryker(sample.of, ['--mutate', ranges.join(',')], env);
}
