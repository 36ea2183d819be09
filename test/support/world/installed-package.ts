import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { buildKits, buildPackage } from '../../../tools/package/build-package.ts';
import { root } from './bundles.ts';
import { testFolder } from './isolation.ts';

let built: Promise<string> | undefined;

/** The package, built once per process from these sources. */
function builtPackage(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const folder = mkdtempSync(path.join(testFolder(), 'package-'));
  await buildPackage(folder);
  return folder;
}

/**
 * A new folder of an application that has installed plid, without miniflare: see {@link addMiniflare}.
 * @returns the folder: the package is in its `node_modules/plid`.
 */
export async function installPackage(): Promise<string> {
  const application = mkdtempSync(path.join(testFolder(), 'application-'));
  mkdirSync(path.join(application, 'node_modules'));
  cpSync(await builtPackage(), path.join(application, 'node_modules/plid'), { recursive: true });
  return application;
}

/** Also installs plid-kits, built from these sources. */
export const installKits = (application: string): Promise<void> =>
  buildKits(path.join(application, 'node_modules/plid-kits'));

/** Also installs miniflare, from this project's packages. */
export function addMiniflare(application: string): void {
  symlinkSync(
    path.join(root, 'node_modules/miniflare'),
    path.join(application, 'node_modules/miniflare'),
    'junction',
  );
}
