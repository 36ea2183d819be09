#!/usr/bin/env node
import { createRequire } from 'node:module';
import { startSandbox } from '../sandbox/index.ts';
import type { Io } from './io.ts';
import { runCommand } from './run-command.ts';

const ownVersion = (): string => {
  const description = createRequire(import.meta.url)('plid/package.json') as { version: string };
  return description.version;
};

const io: Io = {
  env: process.env,
  cwd: process.cwd(),
  // Streams are opened on first use.
  get stdin() {
    return process.stdin;
  },
  get stderr() {
    return process.stderr;
  },
  console,
  signals: process,
};

// `plid`: the command of the package.
process.exitCode = await runCommand(process.argv.slice(2), { io, startSandbox, version: ownVersion });
