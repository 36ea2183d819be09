import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildSandboxWorld } from './sandbox-world.ts';

const root = path.resolve(import.meta.dirname, '../..');
const compiler = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);

/** Builds what is published. One file each, so that a stack trace and a debugger show the source as it was written. @param folder of the results. */
export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  for (const project of ['packages/plid', 'packages/plid/sandbox'])
    execFileSync(process.execPath, [compiler, '-p', project, '--outDir', folder], {
      cwd: root,
      stdio: 'inherit',
    });
  // npm does so where it installs the package; a clone runs what was built here.
  chmodSync(path.join(folder, 'command/index.js'), 0o755);
  await buildSandboxWorld(path.join(folder, 'sandbox'));
}
