import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { neighboringBuild, treeOf, withBefore } from './cases/before.ts';
import { allCases } from './cases/index.ts';
import { checkFigures, writeFigures } from './report/figures.ts';
import { type CaseResult, summarize } from './report/statistics.ts';
import { describeRun, formatTable, type Report } from './report/table.ts';
import { root } from './runner/bundles.ts';
import { describeMachine, watchOthers } from './runner/machine.ts';
import { type Measurement, measureCase, type Options } from './runner/measure.ts';
import type { Folders } from './runner/process.ts';
import { type Case, isOurs } from './runner/system.ts';
import { adviceForWrk } from './runner/wrk.ts';

export interface CpuOptions extends Options {
  /** Whether the objects' data is on disk. */
  disk?: boolean;
  /** Whether the other libraries take part. */
  peers: boolean;
  /** A commit, the neighboring build by default; false for none. */
  before?: string | false;
  /** The file for every measurement. */
  json?: string;
  writeDocs?: boolean;
}

/**
 * Measures the CPU time per request of each case, and prints the results.
 * @param words names of cases, `service`, or `gateway`; every case without one.
 */
export async function measureCpu(words: readonly string[], options: CpuOptions): Promise<void> {
  const { disk = false, json, writeDocs = false, rounds, seconds, connections } = options;
  const { chosen, names } = await chooseCases(words);
  const commit = currentCommit();
  if (writeDocs) checkFigures(commit, chosen.length === names.length);
  checkMachine();
  const folders = makeFolders(disk);
  const before = options.before === false ? undefined : (options.before ?? neighboringBuild());
  const compared =
    before === undefined
      ? chosen
      : await withBefore(chosen, treeOf(before, path.join(folders.built, 'before')));
  const cases = hasPeers(options) ? compared : compared.map(withoutPeers);
  const others = watchOthers();
  const { measurements, results } = await measureCases(
    cases,
    { rounds, seconds, connections },
    folders,
    others,
  );
  const report: Report = {
    ...{ commit, before: before?.slice(0, 8), date: new Date().toISOString(), machine: describeMachine() },
    ...{ others: others.share(), data: disk ? 'disk' : 'memory' },
    ...{ options: { rounds, seconds, connections }, results },
  };
  console.log(`\n${describeRun(report)}`);
  if (writeDocs) writeFigures(report);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ ...report, measurements }, null, 2)}\n`);
}

async function chooseCases(words: readonly string[]) {
  const cases = await allCases();
  const names = cases.map(({ name }) => name);
  const unknown = words.filter((word) => !['service', 'gateway', ...names].includes(word));
  if (unknown.length > 0)
    throw new Error(
      `There is no case ${unknown.join(', ')}. Cases: service, gateway, or ${names.join(', ')}.`,
    );
  const isChosen = ({ name, half }: Case) =>
    words.length === 0 || words.includes(name) || words.includes(half);
  return { names, chosen: cases.filter(isChosen) };
}

/** @throws {Error} if this machine cannot measure, with what to do about it. */
function checkMachine(): void {
  if (!existsSync('/proc/self/schedstat'))
    throw new Error('The benchmark needs Linux: it reads CPU times from /proc.');
  const advice = adviceForWrk();
  if (advice !== undefined) throw new Error(advice);
}

function hasPeers({ peers }: CpuOptions): boolean {
  const isInstalled = existsSync(path.join(import.meta.dirname, 'peers/node_modules'));
  if (peers && !isInstalled)
    console.log('Other libraries are left out. To measure them as well, run: npm ci --prefix bench/peers\n');
  return peers && isInstalled;
}

const withoutPeers = (stated: Case): Case => ({
  ...stated,
  systems: stated.systems.filter(isOurs),
});

/** Measures cases one after the other, and prints each. A case that fails is reported and left out. */
async function measureCases(
  cases: readonly Case[],
  options: Options,
  folders: Folders,
  others: ReturnType<typeof watchOthers>,
) {
  const measurements: Measurement[] = [];
  const results: CaseResult[] = [];
  for (const stated of cases) {
    const own = await measureCase(stated, options, folders, others).catch(reportFailure);
    if (own === undefined) continue;
    measurements.push(...own);
    results.push(summarize(stated, own));
    console.log(formatTable(results.slice(-1), results.length === 1));
  }
  return { measurements, results };
}

function reportFailure(failure: unknown): undefined {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}

const currentCommit = (): string =>
  execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim();

/** The folders of a run until it ends: in memory, if the system has a folder for that. */
function makeFolders(onDisk: boolean): Folders {
  const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const disk = path.join(root, '.bench');
  if (onDisk) mkdirSync(disk, { recursive: true });
  const folders = {
    built: mkdtempSync(path.join(memory, 'plid-bench-')),
    data: mkdtempSync(path.join(onDisk ? disk : memory, 'plid-bench-')),
  };
  process.once('exit', () => {
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
  });
  return folders;
}
