import { execFileSync, spawn } from 'node:child_process';
import { isBusy } from '../../../scripts/local/port.ts';
import { root } from './bundles.ts';

interface Where {
  /** The project; this one unless it is a copy. */
  folder?: string;
  env?: NodeJS.ProcessEnv;
}

/** `npm start`, by the real npm, for somebody whose home directory cannot be written to, even by root. */
export function npmStart(words: string[], { folder = root, env = {} }: Where = {}) {
  const child = spawn('npm', ['start', '--silent', '--', ...words], {
    cwd: folder,
    env: { ...process.env, HOME: '/dev/null', XDG_CONFIG_HOME: '', npm_config_cache: '/dev/null', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  let log = '';
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const running = new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('plid is running')) resolve();
    };
    child.stdout.on('data', take);
    child.stdout.on('data', (chunk) => (log += chunk));
    child.stderr.on('data', take);
    void exit.then((code) => reject(new Error(`ended with ${code}:\n${output}`)));
  });
  running.catch(() => {});
  return {
    /** Sends a signal to npm alone, as `kill` does. */
    signal: (name: NodeJS.Signals) => child.kill(name),
    /** Sends a signal to npm and what it has started, as a terminal does. */
    signalAll: (name: NodeJS.Signals) => process.kill(-(child.pid ?? 0), name),
    /** Ends what reads its output, as where that is a program behind a pipe. */
    stopReading: () => {
      for (const output of [child.stdout, child.stderr]) output.destroy();
    },
    /** What it has started, and what that has started, and so on. */
    processes: () => descendantsOf(child.pid ?? 0),
    exit,
    running,
    output: () => output,
    /** What a program that reads its standard output gets. */
    log: () => log,
  };
}

/** Waits until nobody answers at a port. @returns after how many milliseconds. */
export async function untilFree(port: number): Promise<number> {
  const since = Date.now();
  while (await isBusy(port)) await new Promise((resolve) => setTimeout(resolve, 50));
  return Date.now() - since;
}

export interface Process {
  pid: number;
  command: string;
}

/** The processes that one has started, and these in turn, without itself. */
export function descendantsOf(pid: number): Process[] {
  const listed = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1e8 });
  const all = listed.split('\n').map((line) => {
    const [, own, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return { pid: Number(own), parent: Number(parent), command };
  });
  const below = (parent: number): Process[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)]);
  return below(pid);
}

/** Whether a process is still there; one that has ended and that nobody has asked about since is not. */
export function isRunning({ pid }: Process): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    return !state.trim().startsWith('Z');
  } catch {
    return false;
  }
}
