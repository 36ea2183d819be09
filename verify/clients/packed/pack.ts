import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { builtPackage, type PackageName } from '../../../test/support/world/installed-package.ts';
import { folderMadeOnce } from '../../../test/support/world/isolation.ts';

/** A project, in a folder with spaces and Korean letters, that has installed a package. */
export interface Consumer {
  folder: string;
  package: string;
  /** The archive for npm. */
  tarball: Buffer;
  remove(): void;
}

/** A package as `npm run pack` packs it, once per run: the archive, and the folder `package` with what it contains. */
const packed = (name: PackageName): Promise<string> =>
  folderMadeOnce(`packed-${name}`, async (folder) => {
    const words = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
    execFileSync('npm', words, { cwd: await builtPackage(name), stdio: ['ignore', 'ignore', 'inherit'] });
    execFileSync('tar', ['-xzf', archiveIn(folder)], { cwd: folder });
  });

const archiveIn = (folder: string): string => path.join(folder, globSync('*.tgz', { cwd: folder })[0] ?? '');

/** Packs a package and installs it. @returns a folder with only the package in its node_modules. */
export async function packAndInstall(name: PackageName = 'plid'): Promise<Consumer> {
  const source = await packed(name);
  const parent = mkdtempSync(path.join(tmpdir(), 'plid-packed-'));
  const folder = path.join(parent, '내 앱 with spaces');
  const installed = path.join(folder, 'node_modules', name);
  cpSync(path.join(source, 'package'), installed, { recursive: true });
  return {
    folder,
    package: installed,
    tarball: readFileSync(archiveIn(source)),
    remove: () => rmSync(parent, { recursive: true, force: true }),
  };
}
