import type { SandboxOptions } from '../sandbox/index.ts';
import { parseArguments } from './parse-arguments.ts';
import { UsageError } from './usage-error.ts';

const defaultPort = 8787;

const help = `plid sandbox   runs the whole login service on this machine, for development and tests

  --port <number>        another port than ${defaultPort}; 0 for any free one
  --seed <file>          applications, people and faults to begin with, as JSON
  --state <folder>       goes on from what --save has kept in this folder, with the seed of that
  --save <folder>        keeps everything in this folder at the end
  --host 0.0.0.0         lets other machines of the network in: containers, emulators of phones
  --allow-host <name>    a further name by which it may be called, such as host.docker.internal or 10.0.2.2;
                         several times for several
  --limits               limits sign-ins as a deployed service does
  --log                  prints what the workers log, one JSON object a line

plid conformance   tries a login service against the specification; its options: plid conformance --help

plid carrier   tries a carrier that speaks plid's port over HTTP; its options: plid carrier --help

plid --version   which version this is
plid --help      shows this

docs/sandbox.md of the package's repository says what a test can do with it.`;

const options = {
  port: { type: 'string' },
  seed: { type: 'string' },
  state: { type: 'string' },
  save: { type: 'string' },
  host: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  limits: { type: 'boolean' },
  log: { type: 'boolean' },
  version: { type: 'boolean', short: 'v' },
  help: { type: 'boolean', short: 'h' },
} as const;

export interface SandboxCommand extends SandboxOptions {
  withLog: boolean;
  /** The folder in which the state is saved at the end. */
  save?: string;
}

/** Parses the arguments of `plid sandbox`. @throws {UsageError} if they are invalid. */
export function readSandboxArguments(
  words: readonly string[],
): { text: string } | { version: true } | { sandbox: SandboxCommand } {
  const { values, positionals } = parseArguments(words, { options, allowPositionals: true }, 'plid --help');
  if (values.help || words.length === 0) return { text: help };
  if (values.version) return { version: true };
  const [command, ...more] = positionals;
  if (command !== 'sandbox' || more.length > 0)
    throw new UsageError(`Unknown command: ${positionals.join(' ') || '(none)'}. See: plid --help`);
  const { port = String(defaultPort), seed, state, save, host, limits, log = false } = values;
  if (!/^\d{1,5}$/.test(port))
    throw new UsageError(`--port needs a number from 0 to 65535, not: ${port}. See: plid --help`);
  return {
    sandbox: {
      port: Number(port),
      ...(seed !== undefined && { seed }),
      ...(state !== undefined && { state }),
      ...(save !== undefined && { save }),
      ...(host !== undefined && { host }),
      ...(limits !== undefined && { limits }),
      allowHosts: values['allow-host'] ?? [],
      withLog: log,
    },
  };
}
