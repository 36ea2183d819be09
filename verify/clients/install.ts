import { globSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { installFolder, installSample, sampleNames } from '../../sandbox/samples/samples.ts';
import { runNode } from '../run-vitest.ts';
import { debianPackages } from './pages/debian-packages.ts';
import { debianPackagesOf } from './pages/page-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The folder in which Node, TypeScript and an editor find the packages that the snippets of docs/clients import. */
const link = path.join(root, 'docs/clients/node_modules');

/**
 * Installs what only the tests with other people's packages need: OAuth clients (verify/clients/package.json), and
 * what the samples of docs/examples depend on, and Debian packages that pages of docs/client name. Does nothing if everything is installed as the lock files have it. Then checks the types.
 */
export async function installClients(): Promise<void> {
  await installFolder(import.meta.dirname);
  rmSync(link, { force: true });
  symlinkSync(path.join(import.meta.dirname, 'node_modules'), link, 'junction');
  // One after the other: their tests run side by side, and must not all build the package at once.
  for (const name of sampleNames) await installSample(name);
  for (const page of globSync('docs/client/*.md', { cwd: root })) {
    const result = debianPackages(debianPackagesOf(page));
    if ('missing' in result) console.log(`The test of ${page} will be skipped: ${result.missing}`);
  }
  await runNode([path.join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', 'verify/clients']);
}
