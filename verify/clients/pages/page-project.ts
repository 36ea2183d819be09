import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import manifest from '../../../packages/plid/package.json' with { type: 'json' };
import { type FolderOnDisk, folderOnDisk } from '../folder-on-disk.ts';
import { copyPackages } from './copy-packages.ts';
import { type PageFiles, pageFilesOf } from './page-files.ts';

/** Addresses that the pages name. */
const documented = { service: 'http://localhost:8787', port: '3000' };
const tarball = `plid-${manifest.version}.tgz`;
/** Limit for starting a server on a busy machine, in milliseconds. */
const startTimeout = 60_000;

interface ProjectOptions {
  /** The page, such as `docs/client/hono.md`. */
  page: string;
  /** The package, as `npm run pack` makes it. */
  packed: Buffer;
  /** The login service's address. */
  service: string;
  /** The port of the page's server. */
  port: number;
}

/**
 * Does what a page says, in an empty folder next to a clone with the packed package, and starts the page's server.
 * Only the service's address and the port differ from the page.
 */
export async function startPageProject(options: ProjectOptions): Promise<FolderOnDisk> {
  const { page, packed, port } = options;
  const pageFiles = pageFilesOf(page);
  const disk = folderOnDisk();
  const project = path.join(disk.path, 'shop');
  try {
    mkdirSync(project);
    mkdirSync(path.join(disk.path, 'plid'));
    writeFileSync(path.join(disk.path, 'plid', tarball), packed);
    await install(disk, pageFiles.install, project);
    writeFiles(pageFiles, project, options);
    const lines = pageFiles.start.map((line) => line.replaceAll(documented.port, String(port)));
    const server = `${lines.slice(0, -1).join('\n')}\n${lines.at(-1)} &`;
    await disk.run(`cd shop\n${server}`, { NEXT_TELEMETRY_DISABLED: '1' });
    await untilAnswers(disk, port);
    return disk;
  } catch (failure) {
    disk.remove();
    throw failure;
  }
}

/** Runs the commands of "Install". Registry packages come from the lock file of verify/clients. */
async function install(disk: FolderOnDisk, lines: readonly string[], project: string): Promise<void> {
  for (const line of lines) {
    const [, words] = /^npm install (.*)$/.exec(line) ?? [];
    if (words === undefined) await disk.run(`cd shop\n${line}`);
    else {
      const names = words.split(' ');
      const archives = names.filter((name) => name.endsWith('.tgz'));
      await disk.run(`cd shop\nnpm install --offline ${archives.join(' ')}`);
      copyPackages(
        names.filter((name) => !archives.includes(name)),
        project,
      );
    }
  }
}

function writeFiles({ files }: PageFiles, project: string, { service, port }: ProjectOptions): void {
  for (const [file, text] of files) {
    const place = path.join(project, file);
    mkdirSync(path.dirname(place), { recursive: true });
    const settings = text.replace(documented.service, service).replace(/^PORT=.*$/m, `PORT=${port}`);
    writeFileSync(place, file.startsWith('.env') ? settings : text);
  }
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
