import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { publication } from '../publication.ts';
import { UsageError } from '../usage-error.ts';
import { readManifest } from './manifest.ts';

/** The place from which a project installs this package. */
export interface PackageSource {
  /** The value in package.json. */
  dependency: string;
  /** The archive to copy into the project, because other machines have no archive outside the project. */
  copied?: { from: string; to: string };
}

/**
 * Returns the place from which a project can install this package. @param given the option `--package`. @param cwd the
 * project's folder. @throws {UsageError} if it isn't known.
 */
export function packageSource(given: string | undefined, cwd: string, version: string): PackageSource {
  const file = given ?? installedFrom() ?? dependedOn(cwd);
  if (file !== undefined) {
    const absolute = path.resolve(cwd, file.replace(/^file:/, ''));
    if (!existsSync(absolute)) throw new UsageError(`--package: file not found: ${file}`);
    const relative = path.relative(cwd, absolute);
    const isOutside = relative.startsWith('..') || path.isAbsolute(relative);
    if (!isOutside || !absolute.endsWith('.tgz')) return { dependency: `file:${slashed(relative)}` };
    const to = `vendor/${path.basename(absolute)}`;
    return { dependency: `file:${to}`, copied: { from: absolute, to } };
  }
  if (publication !== undefined) return { dependency: `npm:${publication.name}@^${version}` };
  throw new UsageError('Pass the file of the package, such as: --package ../plid-0.1.0.tgz');
}

const slashed = (file: string): string => file.split(path.sep).join('/');

/** The archive from which npm or npx installed the running package, according to npm's record. */
function installedFrom(): string | undefined {
  const modules = path.resolve(import.meta.dirname, '../../..');
  const record = path.join(modules, '.package-lock.json');
  if (!existsSync(record)) return undefined;
  const { packages = {} } = JSON.parse(readFileSync(record, 'utf8')) as {
    packages?: Record<string, { resolved?: string }>;
  };
  const resolved = packages['node_modules/plid']?.resolved;
  return resolved?.startsWith('file:')
    ? path.resolve(modules, '..', resolved.slice('file:'.length))
    : undefined;
}

/** Whether a dependency is the path of an archive, which Bun and Yarn write without `file:`. URLs are none. */
const isArchivePath = (source = ''): boolean => /^(?![\w+]{2,}:).+\.tgz$/.test(source);

/** The file from which package.json installs the package. Only npm keeps a record of it (`installedFrom`). */
function dependedOn(cwd: string): string | undefined {
  const { dependencies, devDependencies } = (readManifest(cwd)?.content ?? {}) as Record<
    string,
    Record<string, string> | undefined
  >;
  const source = { ...devDependencies, ...dependencies }.plid;
  return source?.startsWith('file:') || isArchivePath(source) ? source : undefined;
}
