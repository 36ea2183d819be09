import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
  hasInstallScript?: boolean;
  integrity?: string;
  resolved?: string;
  link?: boolean;
}

type Packages = Record<string, LockedPackage>;

// Fails if a package in package-lock.json has no hash, or runs an install script that package.json doesn't allow,
// because such a script may download unlocked files. Also fails if package-lock.json lacks a package that another one
// requires on some platform: `npm ci` would reject the lock file, or omit a Mac's binaries. The same for the lock
// files of the linters, benchmark, clients, Stryker, and samples.
const root = path.resolve(import.meta.dirname, '../..');
const others = globSync(
  '{tools/checks,bench/peers,verify/clients,verify/clients/workers,verify/clients/barocert,verify/clients/frameworks,verify/mutation,docs/examples/*}/package-lock.json',
  {
    cwd: root,
  },
);
const missing = ['package-lock.json', ...others].flatMap((file) =>
  missingIn(file).map((what) => `${file}: ${what}`),
);

const { packages: installed } = lockFile('package-lock.json');
const { allowScripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  allowScripts: Record<string, boolean>;
};
const unheld = Object.entries(installed).flatMap(
  ([place, { hasInstallScript, integrity, link, resolved }]) => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (!place.includes('node_modules/') || link) return [];
    if (hasInstallScript && !allowScripts[name]) return [`${name} runs a script at its installation`];
    return integrity === undefined && !resolved?.startsWith('file:') ? [`${name} has no integrity`] : [];
  },
);

if (unheld.length > 0) {
  console.error(`Of package-lock.json:\n  ${unheld.join('\n  ')}`);
  console.error('Take another package, or read its script and name it in allowScripts of package.json.');
  process.exitCode = 1;
}

if (missing.length > 0) {
  console.error(`These are not complete:\n  ${missing.join('\n  ')}`);
  console.error(
    'Some versions are published before their binaries for all platforms are. Go back to versions that are complete, ' +
      'delete node_modules and package-lock.json, and install again.',
  );
  process.exitCode = 1;
}

function lockFile(file: string): { packages: Packages } {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')) as { packages: Packages };
}

function missingIn(file: string): string[] {
  const { packages } = lockFile(file);
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(packages, name, place))
      .map((name) => `${place || 'package.json'} needs ${name}`),
  );
}

/** Resolves a package like Node: in the node_modules of the importing package, then in outer ones. */
function isLocked(packages: Packages, name: string, place: string): boolean {
  if (packages[path.posix.join(place, 'node_modules', name)] !== undefined) return true;
  if (place === '') return false;
  const further = place.lastIndexOf('node_modules/');
  return isLocked(packages, name, place.slice(0, Math.max(0, further)).replace(/\/$/, ''));
}
