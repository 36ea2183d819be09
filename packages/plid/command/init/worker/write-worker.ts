import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { SandboxError } from '../../../sandbox/sandbox-error.ts';
import { completeManifest, newManifest } from '../manifest.ts';
import { completeIgnoreFile, copyArchive, writeNew } from '../project-files.ts';
import type { TemplateOptions } from '../template-options.ts';
import { instructions, type WorkerOutcome } from './instructions.ts';
import { filesOf } from './template.ts';
import { manifestOf, newEntries } from './worker-manifest.ts';
import { readProject } from './worker-project.ts';

/** The minimum version of Node that wrangler requires. */
const minNode = [22, 12] as const;

/** Writes what a Worker project lacks. @returns the text to print. @throws {SandboxError} */
export function writeWorker({ cwd, name, source, env }: TemplateOptions): string {
  requireNode();
  const project = readProject(cwd, name, env);
  const { manifest, configuration } = project;
  const keys = `k1:${randomBytes(32).toString('base64')}`;
  const kept = configuration === undefined ? [] : [configuration.file];
  const outcome: WorkerOutcome = { written: [], completed: [], kept, archive: undefined, project, keys };
  for (const [file, content] of Object.entries(filesOf(project, keys))) {
    if (file === '.dev.vars' && project.readsDotEnv) continue;
    (writeNew(path.join(cwd, file), content) ? outcome.written : kept).push(file);
  }
  copyArchive(cwd, source, manifest, outcome);
  completeIgnoreFile(cwd, ['.dev.vars', '*.secrets'], outcome);
  (manifest === undefined ? outcome.written : outcome.completed).push('package.json');
  completeManifest(
    cwd,
    manifest ?? newManifest(name),
    manifestOf(project, source.dependency),
    ...(manifest === undefined ? [newEntries] : []),
  );
  return instructions(outcome);
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
