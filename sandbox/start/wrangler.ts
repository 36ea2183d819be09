import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { io } from '../../tools/terminal/io.ts';
import { stateVariable } from './state-version.ts';
import { wranglerEnvironment } from './wrangler-environment.ts';

const root = path.resolve(import.meta.dirname, '../..');
export const killWithParentPath = path.join(import.meta.dirname, 'kill-with-parent.ts');
export const wranglerProgramPath = path.join(
  path.dirname(createRequire(import.meta.url).resolve('wrangler/package.json')),
  'bin/wrangler.js',
);

/** Maximum time for wrangler to stop, in milliseconds. */
const stopTimeout = 3_000;

interface Wrangler {
  /** Stops it. */
  stop(): void;
  /** Kills wrangler and its child processes. */
  kill(): void;
  /** Calls a function for each line of wrangler's output. */
  onLine(take: (line: string) => void): void;
  /** wrangler's exit code, or null if a signal ended wrangler. */
  exit: Promise<number | null>;
}

/**
 * Starts wrangler in the project's root. wrangler exits when this process does. @param state wrangler's state
 * folder.
 */
export const startWrangler = (state: string, ...parameters: string[]): Wrangler =>
  startWranglerWith(withoutHistory(), state, parameters);

/**
 * Variables with which `wrangler dev` keeps no history of requests. Otherwise, it would store a trace of each request
 * in the state folder (about 80 KB per sign-in) and never delete it. Its debugger would also keep each log line in
 * memory until DevTools connect, and nothing shows its port. VS Code's terminal sets the second variable, so that
 * wrangler leaves debugging to VS Code.
 */
const withoutHistory = () => ({
  X_LOCAL_OBSERVABILITY: 'false',
  VSCODE_INSPECTOR_OPTIONS: io().env.VSCODE_INSPECTOR_OPTIONS || '{}',
});

/** Starts wrangler like {@link startWrangler}, with additional environment variables. */
export function startWranglerWith(
  environment: Record<string, string>,
  state: string,
  parameters: string[],
): Wrangler {
  const temporary = prepareTemporaryFolder(state);
  const child = spawn(process.execPath, [killWithParentPath, wranglerProgramPath, ...parameters], {
    cwd: root,
    env: {
      ...wranglerEnvironment(state),
      TMPDIR: temporary,
      TEMP: temporary,
      TMP: temporary,
      [stateVariable]: state,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
  });
  let hasEnded = false;
  const kill = () => {
    if (!hasEnded) killGroup(child);
  };
  child.once('exit', () => {
    kill();
    hasEnded = true;
  });
  return {
    stop(): void {
      child.kill('SIGTERM');
      setTimeout(kill, stopTimeout).unref();
    },
    kill,
    onLine(take) {
      for (const input of [child.stdout, child.stderr]) {
        if (input !== null) createInterface({ input }).on('line', take);
      }
    },
    exit: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    }),
  };
}

/**
 * Kills a process group, even if its first process has exited, because any remaining process would keep the port.
 */
function killGroup(child: ChildProcess): void {
  if (process.platform === 'win32') {
    if (child.connected) child.disconnect();
    return;
  }
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The process group has already exited, so the error is ignored.
  }
}

/**
 * Prepares a temporary folder with a record of a recent update check, in wrangler's format. Without this record,
 * wrangler would check for updates after every failure. No setting prevents these checks.
 */
function prepareTemporaryFolder(state: string): string {
  const folder = path.join(state, 'tmp');
  mkdirSync(path.join(folder, 'update-check'), { recursive: true });
  const checked = { latest: null, lastUpdate: Number.MAX_SAFE_INTEGER };
  writeFileSync(path.join(folder, 'update-check/wrangler-latest.json'), JSON.stringify(checked));
  return folder;
}
