import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { buildKits, buildPackage } from '../../../tools/package/build-package.ts';
import { root } from './bundles.ts';
import { folderMadeOnce, testFolder } from './isolation.ts';

const builds = { plid: buildPackage, 'plid-kits': buildKits };
export type PackageName = keyof typeof builds;

/** A package, built once per run from these sources. @returns its folder, in which nothing may be changed. */
export const builtPackage = (name: PackageName): Promise<string> =>
  folderMadeOnce(`package-${name}`, (folder) => builds[name](folder));

const copyPackage = async (name: PackageName, application: string): Promise<void> =>
  cpSync(await builtPackage(name), path.join(application, 'node_modules', name), { recursive: true });

/**
 * A new folder of an application that has installed plid, without miniflare: see {@link addMiniflare}.
 * @returns the folder: the package is in its `node_modules/plid`.
 */
export async function installPackage(): Promise<string> {
  const application = mkdtempSync(path.join(testFolder(), 'application-'));
  await copyPackage('plid', application);
  return application;
}

/** Also installs plid-kits. */
export const installKits = (application: string): Promise<void> => copyPackage('plid-kits', application);

/** Also installs miniflare, from this project's packages. */
export function addMiniflare(application: string): void {
  symlinkSync(
    path.join(root, 'node_modules/miniflare'),
    path.join(application, 'node_modules/miniflare'),
    'junction',
  );
}
