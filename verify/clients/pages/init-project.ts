import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type FolderOnDisk, folderOnDisk } from '../folder-on-disk.ts';
import { copyPackages } from './copy-packages.ts';
import { documented, startServer, tarball } from './page-project.ts';
import { checkTypes } from './strict-projects.ts';

interface InitProjectOptions {
  /** The template of `plid init`. */
  template: string;
  /** Files of the project before the command runs. */
  existing: Readonly<Record<string, string>>;
  /** The file of the project to which the developer adds the printed code. */
  addTo?: string | undefined;
  packed: Buffer;
  /** The login service's address. */
  service: string;
  port: number;
}

/**
 * Runs `plid init` as the page says, adds what it prints, and starts the server with the printed command. A project
 * with TypeScript has no type errors.
 */
export async function startInitProject(options: InitProjectOptions): Promise<FolderOnDisk> {
  const { template, existing, packed, port } = options;
  const disk = folderOnDisk();
  const project = path.join(disk.path, 'shop');
  try {
    mkdirSync(path.join(disk.path, 'plid'));
    writeFileSync(path.join(disk.path, 'plid', tarball), packed);
    mkdirSync(project);
    for (const [file, text] of Object.entries(existing)) write(path.join(project, file), text);
    const npm = { npm_config_cache: path.join(disk.path, 'cache') };
    const output = await disk.run(`cd shop\nnpx --yes --offline ../plid/${tarball} init ${template}`, npm);
    addByHand(project, output, options);
    await installPackages(disk, project);
    if ('tsconfig.json' in existing) await checkTypes(disk, 'shop');
    // Only the service's address and the port differ from the written files.
    change(project, '.env', (text) =>
      text.replace(documented.service, options.service).replace(/^PORT=.*$/m, `PORT=${port}`),
    );
    change(project, 'package.json', (text) => text.replaceAll(documented.port, String(port)));
    const [, start = ''] = /^ {2}(.*?) +then open http/m.exec(output) ?? [];
    await startServer(disk, [start], port);
    return disk;
  } catch (failure) {
    disk.remove();
    throw failure;
  }
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const change = (project: string, file: string, changed: (text: string) => string): void =>
  writeFileSync(path.join(project, file), changed(readFileSync(path.join(project, file), 'utf8')));

/** Adds the printed variables and code. */
function addByHand(project: string, output: string, { addTo }: InitProjectOptions): void {
  const [, variables] = /^Add to \.env:\n\n(.*?)\n\n/ms.exec(output) ?? [];
  if (variables !== undefined) change(project, '.env', (text) => `${text}${variables}\n`);
  if (addTo === undefined) return;
  const [, code = ''] = /^Add to server\.js\. [^\n]*\n\n(.*?)\n\nNext:/ms.exec(output) ?? [];
  change(project, addTo, (text) => `${text}\n${code}\n`);
}

/** Installs the package from its archive, and registry packages from the lock file of verify/clients. */
async function installPackages(disk: FolderOnDisk, project: string): Promise<void> {
  const file = path.join(project, 'package.json');
  const text = readFileSync(file, 'utf8');
  const manifest = JSON.parse(text) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const { plid, ...others } = { ...manifest.devDependencies, ...manifest.dependencies };
  writeFileSync(file, JSON.stringify({ dependencies: { plid } }));
  await disk.run('cd shop\nnpm install --offline');
  writeFileSync(file, text);
  copyPackages(
    Object.keys(others).map((name) => (name === 'typescript' ? 'typescript@5' : name)),
    project,
  );
}
