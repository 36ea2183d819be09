import { spawn } from 'node:child_process';
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
