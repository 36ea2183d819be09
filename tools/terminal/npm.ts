import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Installs the packages of a folder's lock file if the lock file has changed, and says so first. @throws {Failure} if npm fails. */
export async function installFolder(folder: string): Promise<void> {
  if (isInstalled(folder)) return;
  console.log(`Installing the packages of ${path.relative(root, folder)}/package-lock.json …`);
  await runNpm(folder, ['ci', '--no-audit', '--no-fund']);
}

/**
 * Whether a folder's packages were installed after the latest change to the lock file and other inputs. At the end
 * of an installation, npm writes its own list of packages, so the list's modification time is compared.
 * @param needed modification times of the other inputs, in milliseconds.
 */
export const isInstalled = (folder: string, ...needed: number[]): boolean =>
  changedAt(path.join(folder, 'node_modules/.package-lock.json')) >=
  Math.max(changedAt(path.join(folder, 'package-lock.json')), ...needed);

/** @returns the modification time of a file, in milliseconds since 1970. 0 if there is no file. */
export const changedAt = (file: string): number => (existsSync(file) ? statSync(file).mtimeMs : 0);

/**
 * Runs npm in a folder, in its own process group because npm forwards no signals. @throws {Failure} if npm fails.
 */
export function runNpm(folder: string, words: string[], env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Failure('Run this command with npm or npx, which it calls again.');
  const detached = process.platform !== 'win32';
  const stdio = ['ignore', 'inherit', 'inherit'] as const;
  const child = spawn(process.execPath, [npm, ...words], { cwd: folder, env, detached, stdio: [...stdio] });
  let stopped = false;
  const stop = (signal: NodeJS.Signals) => {
    stopped = true;
    if (detached && child.pid !== undefined) process.kill(-child.pid, signal);
    else child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, stop);
      if (code === 0 || signal !== null || stopped) resolve();
      else reject(new Failure(`npm ${words.join(' ')} failed in ${path.relative(root, folder) || '.'}.`));
    });
  });
}
