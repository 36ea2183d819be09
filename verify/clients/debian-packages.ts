import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../test/support/world/bundles.ts';
import { configurePhp, phpEnvironment } from './debian-php.ts';

/** Debian's Python. A Python of another version doesn't find Debian's packages. */
const python = '/usr/bin/python3';
const cache = path.join(root, 'node_modules/.cache/debian-packages');
/** The variable with the unpacked folder. */
const folderVariable = 'PLID_DEBIAN_FOLDER';
/** Version of an unpacked folder's content. */
const form = 3;

const run = (program: string, parameters: string[], cwd = root): string =>
  execFileSync(program, parameters, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Whether this machine can have Debian packages. Tests that need them are skipped elsewhere. */
export const hasDebian = existsSync('/usr/bin/apt-get') && existsSync(python);
/** The end of the name of a test that needs Debian packages. */
export const withoutDebian = hasDebian ? '' : ' (skipped: this machine has no Debian)';

/**
 * Provides Debian packages and their dependencies without root. Packages that aren't installed are unpacked into a
 * folder, which later runs use again. @returns the environment in which a program finds them. @throws if apt-get
 * can't fetch them.
 */
export function debianPackages(names: readonly string[]): NodeJS.ProcessEnv {
  if (names.length === 0) return {};
  try {
    const planned = run('apt-get', ['--simulate', '--no-install-recommends', 'install', ...names]);
    const needed = [...planned.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+)/gm)].map(
      ([, name, version]) => `${name}=${version}`,
    );
    return environmentOf(unpack(needed));
  } catch (failure) {
    const { stderr = String(failure) } = failure as { stderr?: string };
    const [last] = stderr.trim().split('\n').slice(-1);
    throw new Error(`apt-get can't fetch ${names.join(' ')}: ${last} Try: sudo apt-get update`);
  }
}

/** Unpacks packages, each with its version. @returns the folder. */
function unpack(needed: readonly string[]): string {
  const name = createHash('sha256')
    .update([form, ...needed.toSorted()].join())
    .digest('hex')
    .slice(0, 16);
  const folder = path.join(cache, name);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(path.join(cache, 'unfinished-'));
  const archives = path.join(unfinished, 'archives');
  mkdirSync(archives);
  try {
    if (needed.length > 0) run('apt-get', ['download', ...needed], archives);
    for (const file of globSync('*.deb', { cwd: archives }))
      run('dpkg-deb', ['--extract', path.join(archives, file), unfinished]);
    rmSync(archives, { recursive: true });
    mkdirSync(path.join(unfinished, 'programs'));
    symlinkSync(python, path.join(unfinished, 'programs/python3'));
    configurePhp(unfinished, folder);
    // Another process may have unpacked the same.
    if (!existsSync(folder)) renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

function environmentOf(folder: string): NodeJS.ProcessEnv {
  const programs = ['programs', 'usr/bin', 'usr/sbin'].map((name) => path.join(folder, name));
  const libraries = globSync('usr/lib/*-linux-gnu*', { cwd: folder }).map((name) => path.join(folder, name));
  return {
    ...phpEnvironment(folder),
    PATH: [...programs, process.env.PATH].join(path.delimiter),
    LD_LIBRARY_PATH: [...libraries, process.env.LD_LIBRARY_PATH ?? []].flat().join(path.delimiter),
    PYTHONPATH: path.join(folder, 'usr/lib/python3/dist-packages'),
    PYTHONDONTWRITEBYTECODE: '1',
    [folderVariable]: folder,
  };
}

/** Finds a file of the packages of an environment, unpacked or installed. @param file its installed path. */
export function debianFile(env: NodeJS.ProcessEnv, file: string): string {
  const unpacked = path.join(env[folderVariable] ?? '', file);
  return existsSync(unpacked) ? unpacked : file;
}
