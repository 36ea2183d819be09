import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../../tools/terminal/failure.ts';

const root = path.resolve(import.meta.dirname, '../..');
const samples = path.join(root, 'docs/examples');

interface Manifest {
  description: string;
  scripts?: { start?: string };
  dependencies?: Record<string, string>;
}

export const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(path.join(samples, name, 'package.json'), 'utf8'));

/** The names of the samples in docs/examples that have an npm start script. */
export const sampleNames: readonly string[] = globSync('*/package.json', { cwd: samples })
  .map((file) => path.dirname(file))
  .filter((name) => manifestOf(name).scripts?.start !== undefined)
  .sort();

/**
 * Starts a sample's server and waits until the server exits. @param words the server's arguments. @throws
 * {Failure} if the server fails.
 */
export const startSample = (name: string, words: string[], env: NodeJS.ProcessEnv): Promise<void> =>
  runNpm(path.join(samples, name), ['start', '--silent', '--', ...words], env);

const changedAt = (file: string) => (existsSync(file) ? statSync(file).mtimeMs : 0);
const lastChange = (pattern: string) =>
  Math.max(0, ...globSync(pattern, { cwd: root }).map((file) => changedAt(path.join(root, file))));

/**
 * Installs a sample's dependencies if they have changed. This includes `plid`, which is built from this
 * repository. @throws {Failure} if npm fails.
 */
export async function installSample(name: string): Promise<void> {
  const { dependencies = {} } = manifestOf(name);
  if (Object.keys(dependencies).length === 0) return;
  const folder = path.join(samples, name);
  const sources =
    'plid' in dependencies ? ['packages/plid/*.{ts,json,md}', 'packages/plid/!(dist)/**/*.ts'] : [];
  if (isInstalled(folder, ...sources.map(lastChange))) return;
  if (sources.length > 0) await runNpm(root, ['run', 'build', '--silent']);
  await runNpm(folder, ['ci', '--omit=dev', '--no-audit', '--no-fund']);
}

/** Installs the packages of a folder's lock file if the lock file has changed. @throws {Failure} if npm fails. */
export async function installFolder(folder: string): Promise<void> {
  if (!isInstalled(folder)) await runNpm(folder, ['ci', '--no-audit', '--no-fund']);
}

/**
 * Whether a folder's packages were installed after the latest change to the lock file and other inputs. At the end
 * of an installation, npm writes its own list of packages, so the list's modification time is compared.
 */
const isInstalled = (folder: string, ...needed: number[]): boolean =>
  changedAt(path.join(folder, 'node_modules/.package-lock.json')) >=
  Math.max(changedAt(path.join(folder, 'package-lock.json')), ...needed);

/**
 * Runs npm in a folder, in its own process group because npm forwards no signals. @throws {Failure} if npm fails.
 */
function runNpm(folder: string, words: string[], env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const npm = process.env.npm_execpath;
  if (npm === undefined)
    throw new Failure(
      'Run it with npm: npx plid-admin sample …, npm run verify -- clients, or npm run verify -- mutation.',
    );
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
