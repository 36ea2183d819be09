import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildKits, buildPackage } from '../../../tools/package/build-package.ts';

const builds = { plid: buildPackage, 'plid-kits': buildKits };

/** A project, in a folder with spaces and Korean letters, that has installed a package. */
export interface Consumer {
  folder: string;
  package: string;
  /** The archive for npm. */
  tarball: Buffer;
  remove(): void;
}

/**
 * Builds and packs as `npm run pack` does, but elsewhere: other tests may read packages/plid/dist meanwhile.
 * @param packed name of the package. @returns a folder with only the package in its node_modules.
 */
export async function packAndInstall(packed: keyof typeof builds = 'plid'): Promise<Consumer> {
  const parent = mkdtempSync(path.join(tmpdir(), 'plid-packed-'));
  const [published, folder] = [path.join(parent, 'published'), path.join(parent, '내 앱 with spaces')];
  await builds[packed](published);
  const run = (program: string, ...parameters: string[]) =>
    execFileSync(program, parameters, { cwd: published, stdio: ['ignore', 'pipe', 'inherit'] });
  const [name = ''] = run('npm', 'pack', '--ignore-scripts', '--silent').toString().trim().split('\n');
  const installed = path.join(folder, 'node_modules', packed);
  mkdirSync(installed, { recursive: true });
  run('tar', '-xzf', path.join(published, name), '-C', installed, '--strip-components', '1');
  return {
    folder,
    package: installed,
    tarball: readFileSync(path.join(published, name)),
    remove: () => rmSync(parent, { recursive: true, force: true }),
  };
}
