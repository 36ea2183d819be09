import { execFileSync } from 'node:child_process';
import { readFileSync, writeSync } from 'node:fs';

/** How often to look, in milliseconds. */
const interval = 500;
const shells = /^(?:-?(?:ba|da|z|k|a)?sh|busybox)$/;

/**
 * Ends this process, as SIGTERM does, once npm, which runs this as a script of package.json, is gone: npm does
 * not pass signals on to its scripts, so a local world would go on holding its port. Without npm it does nothing.
 */
export function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const shell = describe(parent);
  // npm starts a shell, which starts this; some shells are replaced by what they start.
  const npm = shell !== undefined && shells.test(shell.name) ? shell.parent : parent;
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent) && isAlive(npm)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, interval);
  timer.unref();
}

/**
 * Ends this process, as SIGTERM does, once nobody can read any more what it says: its terminal was closed, which a SIGHUP does not
 * always tell, or the program that read its output has ended.
 */
export function endWithReader(): void {
  const end = () => process.kill(process.pid, 'SIGTERM');
  for (const output of [process.stdout, process.stderr]) output.once('error', end);
  if (!process.stdout.isTTY) return;
  const timer = setInterval(() => {
    if (!isTerminalClosed(process.stdout.fd)) return;
    clearInterval(timer);
    end();
  }, interval);
  timer.unref();
}

/** Whether the terminal behind a file descriptor is closed: not even nothing can be written to it then. */
function isTerminalClosed(descriptor: number): boolean {
  try {
    return writeSync(descriptor, '') !== 0;
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EIO';
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The name of a process and its parent; undefined where this system does not say. */
function describe(pid: number): { name: string; parent: number } | undefined {
  try {
    if (process.platform === 'linux') {
      const [, name = '', parent] =
        /\((.*)\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      return { name, parent: Number(parent) };
    }
    const line = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' });
    const [, parent, name = ''] = /^\s*(\d+)\s+(.*?)\s*$/.exec(line) ?? [];
    return { name: name.replace(/^.*\//, ''), parent: Number(parent) };
  } catch {
    return undefined;
  }
}
