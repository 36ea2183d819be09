import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { changedAt, isInstalled, runNpm } from '../../tools/terminal/npm.ts';

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

/** The modification time of the newest source of the package `plid`, in milliseconds. The build writes its manifest last. */
const packageChangedAt = (): number =>
  Math.max(
    ...globSync(['packages/plid/*.{ts,json,md}', '{packages/plid/!(dist),workers,sandbox}/**/*.{ts,tsx}'], {
      cwd: root,
      exclude: ['**/node_modules/**', 'sandbox/test/**'],
    }).map((file) => changedAt(path.join(root, file))),
  );

/**
 * Installs a sample's dependencies if they have changed. This includes `plid`, which is built from this
 * repository. @throws {Failure} if npm fails.
 */
export async function installSample(name: string): Promise<void> {
  const { dependencies = {} } = manifestOf(name);
  if (Object.keys(dependencies).length === 0) return;
  const folder = path.join(samples, name);
  const changed = 'plid' in dependencies ? packageChangedAt() : 0;
  if (isInstalled(folder, changed)) return;
  if (changed > changedAt(path.join(root, 'packages/plid/dist/package.json')))
    await runNpm(root, ['run', 'build', '--silent']);
  await runNpm(folder, ['ci', '--omit=dev', '--no-audit', '--no-fund']);
}
