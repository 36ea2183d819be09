import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPackage } from '../../../scripts/package/build-package.ts';
import { root } from '../../support/world/bundles.ts';

/** An application, in a folder with spaces and Korean letters, that has installed the package. */
export interface Consumer {
  folder: string;
  /** What was installed. */
  package: string;
  /** What would be uploaded to npm. */
  tarball: Buffer;
  remove(): void;
}

/**
 * Builds and packs as `npm pack` does at the top of the project, but beside it: other tests may read dist/ meanwhile.
 * @returns a folder with the package, and nothing else, in its node_modules.
 */
export async function packAndInstall(): Promise<Consumer> {
  const parent = mkdtempSync(path.join(tmpdir(), 'plid-packed-'));
  const [published, folder] = [path.join(parent, 'published'), path.join(parent, '내 앱 with spaces')];
  mkdirSync(published);
  for (const file of ['package.json', 'README.md', 'README.ko.md', 'LICENSE'])
    cpSync(path.join(root, file), path.join(published, file));
  const run = (program: string, ...parameters: string[]) =>
    execFileSync(program, parameters, { cwd: published, stdio: ['ignore', 'pipe', 'inherit'] });
  await buildPackage(path.join(published, 'dist'));
  const [name = ''] = run('npm', 'pack', '--ignore-scripts', '--silent').toString().trim().split('\n');
  const installed = path.join(folder, 'node_modules/plid');
  mkdirSync(installed, { recursive: true });
  run('tar', '-xzf', path.join(published, name), '-C', installed, '--strip-components', '1');
  return {
    folder,
    package: installed,
    tarball: readFileSync(path.join(published, name)),
    remove: () => rmSync(parent, { recursive: true, force: true }),
  };
}
