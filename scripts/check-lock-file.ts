import { readFileSync } from 'node:fs';
import path from 'node:path';

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

// Fails where package-lock.json lacks a package that another one names for some platform: `npm ci` refuses such a lock
// file, or leaves a Mac without its binaries.
const file = path.resolve(import.meta.dirname, '../package-lock.json');
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies)
    .filter((name) => !isLocked(name, place))
    .map((name) => `${place || 'package.json'} needs ${name}`),
);

if (missing.length > 0) {
  console.error(`package-lock.json is not complete:\n  ${missing.join('\n  ')}`);
  console.error(
    'Some versions are published before their binaries for all platforms are. Go back to versions that are complete, ' +
      'delete node_modules and package-lock.json, and install again.',
  );
  process.exitCode = 1;
}

/** As Node looks for a package: in the node_modules of the one that asks, then further and further out. */
function isLocked(name: string, place: string): boolean {
  if (packages[path.posix.join(place, 'node_modules', name)] !== undefined) return true;
  if (place === '') return false;
  const further = place.lastIndexOf('node_modules/');
  return isLocked(name, place.slice(0, Math.max(0, further)).replace(/\/$/, ''));
}
