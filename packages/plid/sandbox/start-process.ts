import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SandboxError } from './sandbox-error.ts';
import type { Order, Report } from './sandbox-process.ts';
import type { WorldOptions } from './world-bindings.ts';

/**
 * Starts the runtime in a process of its own, which ends with this one, however that ends. A test runner may stop the time in its own
 * process, or change how modules are loaded there. The sandbox keeps no program running that has nothing else to do.
 * @returns a function that stops it. @throws {SandboxError} if it cannot start.
 */
export async function startProcess(
  begin: WorldOptions,
  log: ((line: string) => void) | undefined,
): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plid-sandbox-'));
  const program = path.join(import.meta.dirname, `sandbox-process${path.extname(import.meta.filename)}`);
  const child = fork(program, [], {
    execArgv: [],
    // Everything that is stored is below this folder, and is deleted with it.
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
  });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await new Promise<void>((resolve, reject) => {
    child.on('message', (said: Report) => {
      if ('line' in said) log?.(said.line);
      else if ('ready' in said) resolve();
      else reject(said.known ? new SandboxError(said.failed) : new Error(said.failed));
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The sandbox has ended while it started (${code}).`)));
    send(child, { begin, folder, withLog: log !== undefined });
  });
  child.unref();
  // Bun's channel can do no such thing, and keeps no program running.
  child.channel?.unref?.();
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    send(child, { stop: true });
    await exit;
  };
}

const send = (child: ChildProcess, order: Order): void => void child.send(order);
