import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Polling interval, in milliseconds. */
const interval = 500;
const shells = /^(?:-?(?:ba|da|z|k|a)?sh|busybox)$/;

/**
 * Ends this process with SIGTERM after the npm or npx process that started it has exited. npm and npx don't
 * forward signals, so the port would stay in use after `kill $!` in a script. Does nothing if npm or npx didn't
 * start this process.
 */
export function exitWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const shell = describe(parent);
  // npm starts a shell, which starts this process. Some shells replace themselves with this process, which makes
  // npm its parent.
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

/** The name and parent of a process; undefined if the system doesn't provide them. */
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
