#!/usr/bin/env node
import { createRequire } from 'node:module';
import { processIo } from '../../plid/command/process-io.ts';
import { runKits } from './run-kits.ts';

const ownVersion = (): string => {
  const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
  return version;
};

// `plid-kits`: the command of the package.
process.exitCode = await runKits(process.argv.slice(2), processIo, ownVersion);
