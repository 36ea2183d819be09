#!/usr/bin/env node
import { createRequire } from 'node:module';
import { startSandbox } from '../sandbox/index.ts';
import { runCommand } from './run-command.ts';

const ownVersion = (): string => {
  const description = createRequire(import.meta.url)('plid/package.json') as { version: string };
  return description.version;
};

// `plid`: the command of the package.
process.exitCode = await runCommand(process.argv.slice(2), { startSandbox, version: ownVersion });
