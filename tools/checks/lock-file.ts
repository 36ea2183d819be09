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

// Fails where a package of package-lock.json is not held by its hash, or runs a script at its installation that package.json does not
// allow: such a script may fetch what no lock file names. Fails as well where package-lock.json lacks a package that another one names for some platform: `npm ci` refuses such a lock
// file, or leaves a Mac without its binaries. The same for those of the benchmark, the clients, Stryker and the samples.
const root = path.resolve(import.meta.dirname, '../..');
const others = globSync('{bench/peers,verify/clients,verify/mutation,docs/examples/*}/package-lock.json', {
  cwd: root,
});
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

/** As Node looks for a package: in the node_modules of the one that asks, then further and further out. */
function isLocked(packages: Packages, name: string, place: string): boolean {
  if (packages[path.posix.join(place, 'node_modules', name)] !== undefined) return true;
  if (place === '') return false;
  const further = place.lastIndexOf('node_modules/');
  return isLocked(packages, name, place.slice(0, Math.max(0, further)).replace(/\/$/, ''));
}
