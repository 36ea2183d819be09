import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { installSample, sampleNames } from '../../sandbox/samples/samples.ts';
import { installFolder } from '../../tools/terminal/npm.ts';
import { runNode } from '../run-vitest.ts';
import { debianPackages, hasDebian } from './debian-packages.ts';
import { apachePackages, pythonPackages } from './openid/program-process.ts';
import { debianPackagesOf } from './pages/page-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The folder in which Node, TypeScript and an editor find the packages that the snippets of docs/clients import. */
const link = path.join(root, 'docs/clients/node_modules');

/**
 * Installs what only the tests with third-party packages need: OAuth clients (verify/clients/package.json), tools for
 * Workers (verify/clients/workers/package.json), a vendor's SDK (verify/clients/barocert/package.json), frameworks (verify/clients/frameworks/package.json),
 * what the samples of docs/examples depend on, and Debian packages that pages of docs/client name. Does nothing if everything is installed as the lock files have it. Then checks the types.
 */
export async function installClients(): Promise<void> {
  await installFolder(import.meta.dirname);
  for (const folder of ['workers', 'barocert', 'frameworks'])
    await installFolder(path.join(import.meta.dirname, folder));
  rmSync(link, { force: true });
  symlinkSync(path.join(import.meta.dirname, 'node_modules'), link, 'junction');
  // One after the other: their tests run side by side, and must not all build the package at once.
  for (const name of sampleNames) await installSample(name);
  fetchDebianPackages();
  await runNode([path.join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', 'verify/clients']);
}

/** Fetches what the tests need. A failure is reported by the test. */
function fetchDebianPackages(): void {
  if (!hasDebian) return;
  const pages = ['python.md#fastapi', 'python.md#django', 'laravel.md'].map((page) =>
    debianPackagesOf(`docs/client/${page}`),
  );
  for (const names of [...pages, pythonPackages, apachePackages])
    try {
      debianPackages(names);
    } catch (failure) {
      console.error(`Tests will fail: ${(failure as Error).message}`);
    }
}
