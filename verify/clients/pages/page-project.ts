import { appendFileSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import manifest from '../../../packages/plid/package.json' with { type: 'json' };
import { root } from '../../../test/support/world/bundles.ts';
import { type FolderOnDisk, folderOnDisk } from '../folder-on-disk.ts';
import { copyPackages } from './copy-packages.ts';
import type { PageFiles } from './page-files.ts';

/** Addresses that the pages name. */
export const documented = { service: 'http://localhost:8787', port: '3000' };
export const tarball = `plid-${manifest.version}.tgz`;
/** Limit for starting a server on a busy machine, in milliseconds. */
const startTimeout = 60_000;

interface ProjectOptions {
  /** The files and commands of a page. */
  page: PageFiles;
  /** Versions of packages in place of those that the page installs: `{ express: 'express@4' }`. */
  versions?: Record<string, string> | undefined;
  /** The package, as `npm run pack` makes it. */
  packed: Buffer;
  /** The login service's address. */
  service: string;
  /** The port of the page's server. */
  port: number;
  /** The environment in which Debian's packages are found. */
  env: NodeJS.ProcessEnv;
}

/**
 * Does what a page says, in an empty folder next to a clone with the packed package, and starts the page's server.
 * Only the service's address and the port differ from the page.
 */
export async function startPageProject(options: ProjectOptions): Promise<FolderOnDisk> {
  const { page, port } = options;
  const disk = folderOnDisk();
  const run = (lines: string) =>
    disk.run(`cd shop\n${lines}`, { ...options.env, NEXT_TELEMETRY_DISABLED: '1' });
  const project = path.join(disk.path, 'shop');
  try {
    mkdirSync(project);
    writeClone(path.join(disk.path, 'plid'), options);
    for (const line of page.install) await install(line, project, run, options.versions);
    writeFiles(project, options);
    await startServer(disk, page.start, port, options.env);
    return disk;
  } catch (failure) {
    disk.remove();
    throw failure;
  }
}

/** Writes what the pages take from a clone. */
function writeClone(clone: string, { packed }: ProjectOptions): void {
  mkdirSync(clone);
  writeFileSync(path.join(clone, tarball), packed);
  symlinkSync(path.join(root, 'docs'), path.join(clone, 'docs'));
}

/** Runs a command of "Install". Packages of npm come from the installed lock files. */
async function install(
  line: string,
  project: string,
  run: (lines: string) => Promise<string>,
  versions: Record<string, string> = {},
) {
  // Debian's packages are in `env`.
  if (/^(?:sudo apt-get|pip) install |^composer /.test(line)) return;
  const [, names] = /^npm install (.*)$/.exec(line) ?? [];
  if (names === undefined) return run(line);
  const isArchive = (name: string) => name.endsWith('.tgz');
  const [archives, packages] = [
    names.split(' ').filter(isArchive),
    names.split(' ').filter((name) => !isArchive(name)),
  ];
  await run(`npm install --offline ${archives.join(' ')}`);
  return copyPackages(
    packages.map((name) => versions[name] ?? name),
    project,
  );
}

function writeFiles(project: string, { page, service, port }: ProjectOptions): void {
  for (const { file, text, isAddition } of page.files) {
    const place = path.join(project, file);
    mkdirSync(path.dirname(place), { recursive: true });
    const settings = text.replace(documented.service, service).replace(/^PORT=.*$/m, `PORT=${port}`);
    if (isAddition) appendFileSync(place, text);
    else writeFileSync(place, file === '.env' ? settings : text);
  }
}

/** Starts the project's server with the lines of a page, of which the last one doesn't end. */
export async function startServer(
  disk: FolderOnDisk,
  start: readonly string[],
  port: number,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const lines = start.map((line) => line.replaceAll(documented.port, String(port)));
  await disk.run(`cd shop\n${lines.join('\n')} &`, {
    ...env,
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(port),
  });
  await untilAnswers(disk, port);
}

/** Everything that a project's commands and its server have printed. */
export const outputOf = ({ path: folder }: FolderOnDisk): string =>
  globSync('output-*.log', { cwd: folder })
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');

async function untilAnswers(disk: FolderOnDisk, port: number): Promise<void> {
  const deadline = Date.now() + startTimeout;
  for (;;) {
    const answer = await fetch(`http://localhost:${port}/`, { redirect: 'manual' }).catch(() => undefined);
    if (answer !== undefined) return;
    if (Date.now() > deadline) throw new Error(`The page's server doesn't answer:\n${outputOf(disk)}`);
    await setTimeout(100);
  }
}
