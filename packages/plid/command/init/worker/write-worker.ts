import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { SandboxError } from '../../../sandbox/sandbox-error.ts';
import { completeManifest, newManifest, readManifest, withoutOutsideArchive } from '../manifest.ts';
import { completeIgnoreFile, copyArchive, writeNew } from '../project-files.ts';
import type { TemplateOptions } from '../template-options.ts';
import { findConfiguration } from './configuration.ts';
import { instructions, type WorkerOutcome } from './instructions.ts';
import { filesOf, manifestOf, newEntries } from './template.ts';

/** The minimum version of Node that wrangler requires. */
const minNode = [22, 12] as const;

/** Writes what a Worker project lacks. @returns the text to print. @throws {SandboxError} */
export function writeWorker({ cwd, name, source }: TemplateOptions): string {
  requireNode();
  const manifest = withoutOutsideArchive(readManifest(cwd), 'plid');
  const configuration = findConfiguration(cwd);
  const keys = `k1:${randomBytes(32).toString('base64')}`;
  const files = filesOf({ name, configuration: configuration?.file ?? 'wrangler.jsonc', keys });
  const kept = configuration === undefined ? [] : [configuration.file];
  const outcome: WorkerOutcome = {
    written: [],
    completed: [],
    kept,
    archive: undefined,
    configuration,
    keys,
  };
  for (const [file, content] of Object.entries(files)) {
    if (isUnwanted(file, manifest, configuration)) continue;
    (writeNew(path.join(cwd, file), content) ? outcome.written : kept).push(file);
  }
  copyArchive(cwd, source, manifest, outcome);
  completeIgnoreFile(cwd, '.dev.vars', outcome);
  (manifest === undefined ? outcome.written : outcome.completed).push('package.json');
  completeManifest(
    cwd,
    manifest ?? newManifest(name, 'module'),
    manifestOf(source.dependency),
    ...(manifest === undefined ? [newEntries] : []),
  );
  return instructions(outcome);
}

/** An existing project has workflows of its own, and an existing Worker has its source. */
function isUnwanted(file: string, manifest: unknown, configuration: unknown): boolean {
  if (file.startsWith('.github/')) return manifest !== undefined;
  return configuration !== undefined && ['wrangler.jsonc', 'src/index.ts', 'tsconfig.json'].includes(file);
}

/** @throws {SandboxError} if Node is too old for wrangler. */
function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < minNode[0] || (major === minNode[0] && minor < minNode[1]);
  if (isOld)
    throw new SandboxError(
      `wrangler needs Node ${minNode.join('.')} or later, but this is Node ${process.versions.node}. Install a newer Node from https://nodejs.org, and run the command again.`,
    );
}
