import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../test/support/world/bundles.ts';

interface InstalledPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}
type Packages = Record<string, InstalledPackage>;

/** Folders with a lock file that `npm run verify -- clients --install` installs. The first one with a package is used. */
const installations = ['verify/clients', 'docs/examples/nextjs'].map((folder) => path.join(root, folder));

/** The packages of an installation, by their path in it. */
const packagesOf = (folder: string): Packages =>
  JSON.parse(readFileSync(path.join(folder, 'node_modules/.package-lock.json'), 'utf8')).packages;

/** Finds a package as Node does from the path of another one. */
function find(packages: Packages, name: string, from: string): string | undefined {
  const place = path.posix.join(from, 'node_modules', name);
  if (place in packages) return place;
  if (from === '') return undefined;
  return find(packages, name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}

/** The paths of a package and of its dependencies. */
function placesOf(packages: Packages, name: string): Set<string> {
  const places = new Set<string>();
  function add(needed: string, from: string): void {
    const place = find(packages, needed, from);
    if (place === undefined || places.has(place)) return;
    places.add(place);
    const { dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {};
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      add(next, place);
  }
  add(name, '');
  return places;
}

/**
 * Copies packages with their dependencies into a project. The project gets the versions of the lock files without a
 * request to the registry. Links wouldn't do, because bundlers don't follow links out of a project.
 * @param specifiers names, or a name with a major version: `express@4` is installed as `express4` or `express-4`.
 */
export function copyPackages(specifiers: readonly string[], project: string): void {
  for (const specifier of specifiers) {
    const [, name = '', version = ''] = /^(@?[^@]+)@?(.*)$/.exec(specifier) ?? [];
    const { folder, installed } = installationOf(
      version === '' ? [name] : [name + version, `${name}-${version}`],
    );
    const alias = new RegExp(`^node_modules/${installed}(?=/|$)`);
    for (const place of placesOf(packagesOf(folder), installed))
      copyPackage(path.join(folder, place), path.join(project, place.replace(alias, `node_modules/${name}`)));
    linkCommands(name, path.join(project, 'node_modules'));
  }
}

/** Finds a package. @param names names under which it may be installed. */
function installationOf(names: readonly string[]): { folder: string; installed: string } {
  for (const folder of installations)
    for (const installed of names)
      if (existsSync(path.join(folder, 'node_modules', installed))) return { folder, installed };
  throw new Error(`Add ${names[0]} to verify/clients, and run: npm run verify -- clients --install`);
}

/** Makes the commands of a package available to npx. */
function linkCommands(name: string, modules: string): void {
  const { bin = {} } = JSON.parse(readFileSync(path.join(modules, name, 'package.json'), 'utf8'));
  mkdirSync(path.join(modules, '.bin'), { recursive: true });
  for (const [command, file] of Object.entries<string>(typeof bin === 'string' ? { [name]: bin } : bin))
    symlinkSync(path.join('..', name, file), path.join(modules, '.bin', command));
}

function copyPackage(from: string, to: string): void {
  // A package may have been copied for another one. An optional one isn't installed on every platform.
  if (existsSync(to) || !existsSync(from)) return;
  mkdirSync(path.dirname(to), { recursive: true });
  // Nested packages are copied by their own paths.
  const filter = (file: string) => path.relative(from, file).split(path.sep)[0] !== 'node_modules';
  cpSync(from, to, { recursive: true, filter });
}
