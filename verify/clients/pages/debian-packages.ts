import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../test/support/world/bundles.ts';
import { configurePhp, phpEnvironment } from './debian-php.ts';

/** Debian's Python. A Python of another version doesn't find Debian's packages. */
const python = '/usr/bin/python3';
const cache = path.join(root, 'node_modules/.cache/debian-packages');
/** Version of an unpacked folder's content. */
const form = 2;

const run = (program: string, parameters: string[], cwd = root): string =>
  execFileSync(program, parameters, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Debian packages for a project: the environment that finds them, or the reason why they aren't available. */
export type DebianPackages = { env: NodeJS.ProcessEnv } | { missing: string };

/**
 * Provides Debian packages and their dependencies without root. Packages that aren't installed are unpacked into a
 * folder, which later runs use again.
 */
export function debianPackages(names: readonly string[]): DebianPackages {
  if (names.length === 0) return { env: {} };
  if (!existsSync('/usr/bin/apt-get') || !existsSync(python))
    return { missing: 'this machine has no Debian' };
  try {
    const planned = run('apt-get', ['--simulate', '--no-install-recommends', 'install', ...names]);
    const needed = [...planned.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+)/gm)].map(
      ([, name, version]) => `${name}=${version}`,
    );
    return { env: environmentOf(unpack(needed)) };
  } catch (failure) {
    const { stderr = String(failure) } = failure as { stderr?: string };
    return { missing: `apt-get fails: ${stderr.trim().split('\n').at(-1)}. Try: sudo apt-get update` };
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
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

const environmentOf = (folder: string): NodeJS.ProcessEnv => ({
  ...phpEnvironment(folder),
  PATH: [path.join(folder, 'programs'), path.join(folder, 'usr/bin'), process.env.PATH].join(path.delimiter),
  PYTHONPATH: path.join(folder, 'usr/lib/python3/dist-packages'),
  PYTHONDONTWRITEBYTECODE: '1',
});
