import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** Runs tests, which print their own report. @throws if one fails. */
export const runVitest = (words: readonly string[], env = process.env): Promise<undefined> =>
  runNode([path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...words], env);

/** Runs a program of Node in the top folder until it ends. @throws if its exit code isn't 0. */
export function runNode(words: readonly string[], env = process.env): Promise<undefined> {
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve(undefined) : reject(new Error(`exit code ${code ?? 'unknown'}`)),
    );
  });
}
