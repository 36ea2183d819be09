import { execFileSync, spawn } from 'node:child_process';
import { isPortInUse } from '../../../sandbox/start/port.ts';
import { root } from './bundles.ts';

interface Place {
  /** The project; this one unless it is a copy. */
  folder?: string;
  env?: NodeJS.ProcessEnv;
}

/** `npm start`, by the real npm, with a home directory that is not writable, even for root. */
export function npmStart(words: string[], { folder = root, env = {} }: Place = {}) {
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
    pid: child.pid ?? 0,
    /** Sends a signal to npm only, as `kill` does. */
    signal: (name: NodeJS.Signals) => child.kill(name),
    /** Sends a signal to npm and its children, as a terminal does. */
    signalAll: (name: NodeJS.Signals) => process.kill(-(child.pid ?? 0), name),
    /** Closes its output, as a program behind a pipe does when it ends. */
    stopReading: () => {
      for (const output of [child.stdout, child.stderr]) output.destroy();
    },
    /** Its children, and their children, and so on. */
    processes: () => descendantsOf(child.pid ?? 0),
    exit,
    running,
    output: () => output,
    log: () => log,
  };
}

/** Waits until a port refuses connections. @returns after how many milliseconds. */
export async function untilFree(port: number): Promise<number> {
  const since = Date.now();
  while (await isPortInUse(port)) await new Promise((resolve) => setTimeout(resolve, 50));
  return Date.now() - since;
}

export interface Process {
  pid: number;
  command: string;
}

/** The children of a process, and their children, without itself. */
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

/** Whether a process still runs; one that has ended but was not waited for does not. */
export function isRunning({ pid }: Pick<Process, 'pid'>): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    return !state.trim().startsWith('Z');
  } catch {
    return false;
  }
}
