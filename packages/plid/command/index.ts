#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { startSandboxFrom } from '../sandbox/start-sandbox.ts';
import type { Language, TemplateFiles } from './init/framework/template.ts';
import { processIo } from './process-io.ts';
import { runCommand } from './run-command.ts';
import { findRuntime } from './sandbox-runtime.ts';

const ownVersion = (): string => {
  const description = createRequire(import.meta.url)('../package.json') as { version: string };
  return description.version;
};

const sandboxFolder = path.join(import.meta.dirname, '../sandbox');

/** The version of miniflare with which the sandbox was built and tested. */
function runtimeVersion(): string {
  const world = readFileSync(path.join(sandboxFolder, 'world.json'), 'utf8');
  return (JSON.parse(world) as { miniflare: string }).miniflare;
}

/** The files of docs/client that the build has put into the package. */
function readTemplate(framework: string, language: Language): TemplateFiles {
  const templates = readFileSync(path.join(import.meta.dirname, 'init/templates.json'), 'utf8');
  return (
    (JSON.parse(templates) as Record<string, Record<Language, TemplateFiles>>)[framework]?.[language] ?? {}
  );
}

// `plid`: the command of the package.
process.exitCode = await runCommand(process.argv.slice(2), {
  io: processIo,
  startSandbox: (options, local) => startSandboxFrom(sandboxFolder, options, local),
  findRuntime: (given) => findRuntime(runtimeVersion(), given),
  version: ownVersion,
  readTemplate,
});
