import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { withBefore } from './cases/before.ts';
import { allCases } from './cases/index.ts';
import { writeFigures } from './report/figures.ts';
import { type CaseResult, summarize } from './report/statistics.ts';
import { describeRun, formatTable, type Report } from './report/table.ts';
import { root } from './runner/bundles.ts';
import { describeMachine, watchOthers } from './runner/machine.ts';
import { type Measurement, measureCase, type Options } from './runner/measure.ts';
import type { Folders } from './runner/process.ts';
import type { Case } from './runner/system.ts';
import { adviceForWrk } from './runner/wrk.ts';

const help = `npm run bench -- [cases…] [options]

Measures the CPU time per request of the workers as they are deployed, beside a hand-written limit and other libraries.

  --rounds N        how often each system takes its turn (5)
  --seconds N       how long each turn takes (1)
  --connections N   how many connections are open at once (32)
  --disk            keep the data of the Durable Objects on disk, not in memory
  --no-peers        leave the other libraries out
  --against FOLDER  another checkout of this project, installed: its product takes part as “before”
  --json FILE       write every measurement to a file
  --write-docs      put the figures into docs/performance.md and its chart
`;

const commandLine = {
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '1' },
  connections: { type: 'string', default: '32' },
  disk: { type: 'boolean', default: false },
  peers: { type: 'boolean', default: true },
  against: { type: 'string' },
  json: { type: 'string' },
  'write-docs': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: commandLine,
    allowPositionals: true,
    allowNegative: true,
  });
  const asked = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
  };
  const known = await withBefore(await allCases(), values.against);
  const names = known.map(({ name }) => name);
  const chosen = known.filter(
    ({ name, half }) => positionals.length === 0 || positionals.includes(name) || positionals.includes(half),
  );
  if (values.help || chosen.length === 0) {
    console.log(`${help}\nCases: service, gateway, or ${names.join(', ')}`);
    return;
  }
  checkMachine();
  const hasPeers = values.peers && existsSync(path.join(import.meta.dirname, 'node_modules'));
  if (values.peers && !hasPeers)
    console.log('The other libraries are left out; to have them measured as well: npm ci --prefix bench\n');
  const { report, measurements } = await measure(hasPeers ? chosen : chosen.map(withoutPeers), {
    ...asked,
    onDisk: values.disk,
  });
  console.log(`\n${describeRun(report)}`);
  if (values['write-docs']) writeFigures(report, names);
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ ...report, measurements }, null, 2)}\n`);
}

/** @throws {Error} if this machine cannot measure, with what to do about it. */
function checkMachine(): void {
  if (!existsSync('/proc/self/schedstat'))
    throw new Error('The benchmark needs Linux: it reads CPU times from /proc.');
  const advice = adviceForWrk();
  if (advice !== undefined) throw new Error(advice);
}

/** Measures cases one after the other, and shows each as soon as it is done. A case that fails is reported and left out. */
async function measure(cases: readonly Case[], { onDisk, ...options }: Options & { onDisk: boolean }) {
  const folders = makeFolders(onDisk);
  const others = watchOthers();
  const measurements: Measurement[] = [];
  const results: CaseResult[] = [];
  for (const stated of cases) {
    const own = await measureCase(stated, options, folders, others).catch(tellFailure);
    if (own === undefined) continue;
    measurements.push(...own);
    results.push(summarize(stated, own));
    console.log(formatTable(results.slice(-1), results.length === 1));
  }
  const report: Report = {
    commit: commit(),
    date: new Date().toISOString(),
    machine: describeMachine(),
    others: others.share(),
    data: onDisk ? 'disk' : 'memory',
    options,
    results,
  };
  return { report, measurements };
}

function tellFailure(failure: unknown): undefined {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}

const commit = (): string =>
  execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim();

const withoutPeers = (stated: Case): Case => ({
  ...stated,
  systems: stated.systems.filter(({ name }) => ['product', 'limit', 'before'].includes(name)),
});

/** The folder of a run until it ends: in memory, if the system has a folder for that. */
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

// The processes that this one has started end with it (runner/process.ts), even when it is stopped.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
await run().catch(tellFailure);
