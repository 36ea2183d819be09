import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { SandboxError } from '../../../sandbox/sandbox-error.ts';
import type { Io } from '../../io.ts';
import { parseArguments } from '../../parse-arguments.ts';
import { UsageError } from '../../usage-error.ts';
import {
  completeIgnoreFile,
  completeManifest,
  copyNew,
  type ExistingManifest,
  findConfiguration,
  readManifest,
  writeNew,
} from '../existing-project.ts';
import { type PackageSource, packageSource } from '../package-source.ts';
import { instructions, type Outcome } from './instructions.ts';
import { filesOf, manifestOf, newManifest } from './template.ts';

const help = `plid init worker   Write a Worker project with the gateway into this folder

  --name <name>          Name of the Worker (default: the name of the folder)
  --package <file>       File of this package (default: the one that npm installed it from)

Existing files are never overwritten. package.json gets the missing entries. A file of the package outside the
folder is copied to vendor/, so that other machines can install it.

Examples:
  plid init worker
  plid init worker --name shop --package ../plid-0.3.0.tgz

Exit status: 0 for success, 1 for a failure, 2 for invalid arguments.`;

const options = {
  name: { type: 'string' },
  package: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The minimum version of Node that wrangler requires. */
const minNode = [22, 12] as const;

/** Runs `plid init worker`. @param words after `init`. @throws {SandboxError} */
export function initWorker(words: readonly string[], { cwd, console }: Io, version: string): void {
  const { values, positionals } = parseArguments(
    words,
    { options, allowPositionals: true },
    'plid init --help',
  );
  if (values.help) {
    console.log(help);
    return;
  }
  if (positionals.join(' ') !== 'worker')
    throw new UsageError(`plid init needs what to write: plid init worker. See: plid init --help`);
  requireNode();
  console.log(instructions(writeProject(cwd, packageSource(values.package, cwd, version), values.name)));
}

/** Writes what the project lacks. @throws {SandboxError} */
function writeProject(
  cwd: string,
  { dependency, copied }: PackageSource,
  name: string = workerName(path.basename(cwd)),
): Outcome {
  const manifest = readManifest(cwd);
  const configuration = findConfiguration(cwd);
  const keys = `k1:${randomBytes(32).toString('base64')}`;
  const files = filesOf({ name, configuration: configuration?.file ?? 'wrangler.jsonc', keys });
  const written: string[] = [];
  const kept: string[] = configuration === undefined ? [] : [configuration.file];
  for (const [file, content] of Object.entries(files)) {
    if (isUnwanted(file, manifest, configuration)) continue;
    (writeNew(path.join(cwd, file), content) ? written : kept).push(file);
  }
  const archive = hasPackage(manifest) ? undefined : copied?.to;
  if (copied !== undefined && archive !== undefined)
    (copyNew(copied.from, path.join(cwd, archive)) ? written : kept).push(archive);
  const completed = completeIgnoreFile(cwd, archive !== undefined) ? ['.gitignore'] : [];
  (manifest === undefined ? written : completed).push('package.json');
  completeManifest(
    cwd,
    manifest ?? { content: { name, private: true, type: 'module' }, indent: '  ' },
    manifestOf(dependency),
    ...(manifest === undefined ? [newManifest] : []),
  );
  return { written, completed, kept, archive, configuration, keys };
}

/** An existing project has workflows of its own, and an existing Worker has its source. */
function isUnwanted(file: string, manifest: unknown, configuration: unknown): boolean {
  if (file.startsWith('.github/')) return manifest !== undefined;
  return configuration !== undefined && ['wrangler.jsonc', 'src/index.ts', 'tsconfig.json'].includes(file);
}

const hasPackage = (manifest: ExistingManifest | undefined): boolean =>
  ['dependencies', 'devDependencies'].some(
    (key) => 'plid' in ((manifest?.content[key] as object | undefined) ?? {}),
  );

/** @throws {SandboxError} if Node is too old for wrangler. */
function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < minNode[0] || (major === minNode[0] && minor < minNode[1]);
  if (isOld)
    throw new SandboxError(
      `wrangler needs Node ${minNode.join('.')} or later, but this is Node ${process.versions.node}. Install a newer Node from https://nodejs.org, and run the command again.`,
    );
}

/** A name that Cloudflare accepts for a Worker. */
const workerName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'gateway';
