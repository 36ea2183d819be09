import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How often to look, in milliseconds. */
const interval = 500;
const shells = /^(?:-?(?:ba|da|z|k|a)?sh|busybox)$/;

/**
 * Ends this process, as SIGTERM does, once npm or npx, which has started it, is gone: neither passes signals on, so that after `kill $!` in a
 * script its port would stay taken. Without npm it does nothing.
 */
export function exitWithNpm(): void {
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
