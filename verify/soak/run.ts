import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../test/support/world/example-process.ts';
import { testFolder } from '../../test/support/world/isolation.ts';
import { descendantsOf, npmStart } from '../../test/support/world/npm-start.ts';
import { judgeGrowth, kibibytes, lineOf, type Sample, total } from './judge.ts';
import { measuredProcesses, memoryOf } from './process-memory.ts';
import { signInRepeatedly } from './sign-ins.ts';

/** Time after which growth is judged, and time between two samples, in seconds. */
const warmUp = 60;
const interval = 5;
/** The shortest run that shows growth, in seconds. */
const shortest = 2 * warmUp;
/** Samples per line of the output. */
const samplesPerLine = 6;

/**
 * Maximum growth per sign-in of all processes together, in bytes. Measured: 230 to 330 KiB. That is garbage: the runtime frees
 * its objects of finished requests only when V8 collects garbage, which it rarely does in small heaps.
 */
const growth = 512 * 1024;

/** Signs in at `npm start` for a time, and judges the growth of its memory. @throws if it grows, or if a sign-in fails. */
export async function soak({ seconds }: { seconds: number }): Promise<Record<string, number | string>> {
  if (seconds < shortest)
    throw new TypeError(`--seconds is at least ${shortest}, since the first ${warmUp} aren't judged`);
  const port = await freePort();
  const folder = mkdtempSync(path.join(testFolder(), 'soak-'));
  const words = ['--port', String(port), '--persist-to', folder];
  const started = npmStart(words);
  const stop = () => started.signalAll('SIGTERM');
  const interrupt = () => {
    stop();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt);
  try {
    await started.running;
    const samples = await sample(`http://localhost:${port}`, started.pid, seconds);
    const found = judgeGrowth(samples, { warmUp, growth });
    for (const each of found) console.log(lineOf(each));
    const sum = found.find(({ name }) => name === total);
    return { 'sign-ins': samples.at(-1)?.signIns ?? 0, 'growth per sign-in': kibibytes(sum?.perSignIn ?? 0) };
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, interrupt);
    stop();
    await started.exit;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Measures the memory of a running `npm start` while users sign in. */
async function sample(origin: string, pid: number, seconds: number): Promise<Sample[]> {
  const processes = measuredProcesses(descendantsOf(pid));
  const samples: Sample[] = [];
  const begun = performance.now();
  const elapsed = () => (performance.now() - begun) / 1000;
  const load = await signInRepeatedly(origin, () => elapsed() >= seconds);
  const failed = load.ended.then(() => new Promise<never>(() => {}));
  while (elapsed() < seconds) {
    await Promise.race([failed, wait(interval * 1000)]);
    const taken = { seconds: Math.round(elapsed()), signIns: load.count(), memory: memoryOf(processes) };
    samples.push(taken);
    if (samples.length % samplesPerLine === 0) console.log(describe(taken));
  }
  await load.ended;
  return samples;
}

const describe = ({ seconds, signIns, memory }: Sample): string => {
  const sizes = Object.entries(memory).map(([name, bytes]) => `${name} ${Math.round(bytes / 2 ** 20)} MiB`);
  return `  ${seconds} s, ${signIns} sign-ins: ${sizes.join(', ')}`;
};
