import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { root } from '../../../test/support/world/test-workers.ts';
import type { Kind } from './kinds.ts';

const run = promisify(execFile);
const clients = path.join(root, 'verify/clients/node_modules');
const compilers = { 5: path.join(clients, 'typescript-5'), 7: path.join(root, 'node_modules/typescript') };

/** The spelling of the import of user.ts in each kind of project: the table of docs/client/libraries.md. */
const spellings = new Map(
  [
    ...readFileSync(path.join(root, 'docs/client/libraries.md'), 'utf8').matchAll(
      /^\| ([^|]+) \| `'\.\/user([.\w]*)'` \|/gm,
    ),
  ].map(([, name = '', ending = '']) => [name, ending]),
);

/** A new project of a kind, into whose folder `src` every file of docs/clients was copied. @returns its folder. */
export async function startProject(
  { name, type, compilerOptions }: Kind,
  typescript: 5 | 7,
): Promise<string> {
  const folder = mkdtempSync(path.join(testFolder(), 'project-'));
  writeJson(folder, 'package.json', { name: 'shop', ...(type && { type }) });
  installPackages(folder);
  copyFiles(path.join(folder, 'src'), name);
  if (compilerOptions === undefined) await compile(folder, typescript, '--init');
  else writeJson(folder, 'tsconfig.json', { compilerOptions, include: ['src'] });
  return folder;
}

/** Runs TypeScript in a project. @throws on a fault, which is printed to `stdout`. */
export const compile = (folder: string, typescript: 5 | 7, ...words: string[]) =>
  run(process.execPath, [path.join(compilers[typescript], 'bin/tsc'), ...words], { cwd: folder });

/** Copies the files that docs/client/libraries.md names, and a program that imports them as that kind of project does. */
export function copyFiles(folder: string, kind: string): void {
  mkdirSync(folder, { recursive: true });
  for (const file of globSync('docs/clients/*.ts', { cwd: root }))
    cpSync(path.join(root, file), path.join(folder, path.basename(file)));
  for (const file of ['main.ts', 'program.ts', 'route.ts']) {
    const source = readFileSync(path.join(import.meta.dirname, 'programs', file), 'utf8');
    const spelled = source.replaceAll(/from '[./\w]*?([\w-]+)\.ts'/g, `from './$1${endingFor(kind)}'`);
    writeFileSync(path.join(folder, file), spelled);
  }
}

function endingFor(kind: string): string {
  const ending = spellings.get(kind);
  if (ending === undefined)
    throw new Error(`docs/client/libraries.md does not say how ${kind} spells an import`);
  return ending;
}

export const writeJson = (folder: string, file: string, content: object): void =>
  writeFileSync(path.join(folder, file), JSON.stringify(content));

/** Links to the packages of verify/clients. */
function installPackages(folder: string): void {
  const installed = path.join(folder, 'node_modules');
  mkdirSync(installed);
  for (const name of globSync('*', { cwd: clients }))
    symlinkSync(path.join(clients, name), path.join(installed, name), 'junction');
}
