/** `npm run stryker`: docs/security.md, "How it is proved". */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installFolder } from '../../scripts/samples/samples.ts';
import { removeLeftFolders } from '../../test/support/world/isolation.ts';
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
const scriptTests = ['carrier-kit', 'commands', 'conformance', 'contributing', 'deploy', 'keys', 'terminal']
  .map((name) => `test/${name}/*.test.ts`)
  .join(',');

await installFolder(folder);
const copies = mkdtempSync(path.join(tmpdir(), 'plid-stryker-'));
process.on('exit', () => {
  rmSync(copies, { recursive: true, force: true });
  // A runner that was ended for its mutant has left the folder of its worlds.
  removeLeftFolders();
});

/** Runs Stryker. @param words of its command line. @returns its exit code. */
function runStryker(of: keyof typeof configs, words: readonly string[], env = process.env): Promise<number> {
  const stryker = path.join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const child = spawn(process.execPath, [stryker, 'run', configs[of], '--tempDirName', copies, ...words], {
    ...{ cwd: root, env, stdio: 'inherit' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

/** The share of a sample's time for mutants that run in Node: each takes milliseconds, and a mutant of the workers a second. */
const shares = { node: 1 / 3, workers: 2 / 3 };
/** The number of ranges of lines for which a minute is enough, on two quiet cores. */
const rangesPerMinute = { node: 40, workers: 12 };

/**
 * Tries mutants of lines that a seed draws, for some minutes: first those that run in Node, then those in the workers of one
 * half, with only that half's tests, since all of them take longer than a sample without any mutant. @returns the exit code.
 */
async function runSample(minutes: number, seed: number): Promise<number> {
  if (!(minutes > 0)) throw new Error('--sample is a number of minutes');
  const half = seed % 2 === 0 ? 'service' : 'gateway';
  console.log(`Mutants of a sample, in Node and in the ${half}: --sample ${minutes} --seed ${seed}`);
  const inNode = await tryRanges('node', minutes, seed);
  const inWorkers = await tryRanges('workers', minutes, seed, half);
  return Math.max(inNode, inWorkers);
}

async function tryRanges(of: keyof typeof shares, minutes: number, seed: number, half = ''): Promise<number> {
  const its = minutes * shares[of];
  const { default: config } = (await import(configs[of])) as { default: { mutate: string[] } };
  const ranges = drawRanges(root, config.mutate, seed)
    .filter((range) => range.startsWith(`workers/${half}`) || half === '')
    .slice(0, Math.ceil(its * rangesPerMinute[of]));
  const env = {
    ...process.env,
    ...(half && { [worldTestsVariable]: `test/${half}/*.test.ts` }),
    [sampleTimeVariable]: String(its * 60_000),
  };
  return runStryker(of, ['--mutate', ranges.join(',')], env);
}

// `npm run stryker -- workers` mutates and drives the workers, `… -- scripts` the commands; without such a word the modules that run in Node are mutated.
const [first, ...others] = process.argv.slice(2);
if (first === '--sample') {
  const { values } = parseArgs({ options: { sample: { type: 'string' }, seed: { type: 'string' } } });
  process.exitCode = await runSample(Number(values.sample), Number(values.seed ?? randomInt(2 ** 31)));
} else {
  const isNamed = first === 'workers' || first === 'scripts';
  const tests = process.env[worldTestsVariable] ?? (first === 'scripts' ? scriptTests : undefined);
  const env = { ...process.env, ...(tests && { [worldTestsVariable]: tests }) };
  process.exitCode = await runStryker(
    isNamed ? first : 'node',
    isNamed ? others : process.argv.slice(2),
    env,
  );
}
