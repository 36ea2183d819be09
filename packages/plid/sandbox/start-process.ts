import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WorldOptions } from './miniflare-options.ts';
import { SandboxError } from './sandbox-error.ts';
import type { Order, Report } from './sandbox-process.ts';

/** The runtime in a separate process. */
interface SandboxProcess {
  /** Saves all data to a folder. During the save, requests get no response. @throws {SandboxError} */
  save(folder: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the runtime in a separate process, because a test runner may fake timers or module loading in its own
 * process. The runtime exits with this process. The sandbox doesn't keep an otherwise idle program running.
 * @param onLoss called if the process ends although nothing has stopped it.
 * @throws {SandboxError} if the runtime can't start.
 */
export async function startProcess(
  start: WorldOptions,
  log: ((line: string) => void) | undefined,
  onLoss: (failure: SandboxError) => void = () => undefined,
): Promise<SandboxProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plid-sandbox-'));
  const program = path.join(import.meta.dirname, `sandbox-process${path.extname(import.meta.filename)}`);
  const child = fork(program, [], {
    execArgv: [],
    // A group of its own, so that the runtime can be ended with it. On Windows, this would open a window.
    detached: process.platform !== 'win32',
    // All data is below this folder and is deleted with it.
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
  });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  child.on('message', (report: Report) => {
    if ('line' in report) log?.(report.line);
  });
  const order = (order: Order) =>
    new Promise<void>((resolve, reject) => {
      const onMessage = (report: Report) => {
        if ('line' in report) return;
        child.off('message', onMessage);
        if ('ready' in report) resolve();
        else reject(report.known ? new SandboxError(report.failed) : new Error(report.failed));
      };
      child.on('message', onMessage);
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`The sandbox exited during startup (${code}).`)));
      child.send(order);
    });
  await order({ start, folder, withLog: log !== undefined });
  let isStopping = false;
  child.once('exit', (code, signal) => {
    if (isStopping) return;
    killGroup(child.pid);
    onLoss(
      new SandboxError(`The sandbox has ended by itself (${signal ?? `status ${code}`}). Start it again.`),
    );
  });
  child.unref();
  // In Bun, the channel has no `unref` method and doesn't keep a program running.
  child.channel?.unref?.();
  return {
    async save(to) {
      child.ref();
      await order({ save: to }).finally(() => child.unref());
    },
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.ref();
      child.send({ stop: true } satisfies Order);
      await exit;
    },
  };
}

/** Ends what a process has left running, such as the runtime, which would keep the port. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ESRCH') throw failure;
  }
}
