import type { SandboxOptions } from '../sandbox/index.ts';
import {
  type ApplicationChoices,
  applicationHelp,
  applicationOptions,
  readApplicationOptions,
} from './application-options.ts';
import { optionTable } from './option-table.ts';
import { parseArguments } from './parse-arguments.ts';
import { UsageError } from './usage-error.ts';

const defaultPort = 8787;

const help = `plid sandbox   Run the complete login service on this machine, for development and tests

${optionTable([
  ['--port <number>', `Port (default: ${defaultPort}); 0 for any free one`],
  ...applicationHelp,
  ['--seed <file>', 'Initial applications, users, and faults, as JSON'],
  ['--state <folder>', 'Continue from the state that --save stored in this folder, with its seed'],
  ['--save <folder>', 'Store the state in this folder at the end'],
  ['--host 0.0.0.0', 'Accept other machines of the network: containers, phone emulators'],
  [
    '--allow-host <name>',
    'Another host name to accept, such as host.docker.internal or 10.0.2.2; repeatable',
  ],
  [
    '--carrier <address>',
    "Your own carrier instead of the sandbox's: the address of its HTTP API, for all networks, or for one (K=http://localhost:4000; S is SKT, K is KT, L is LG U+); repeatable",
  ],
  ['--limits', 'Apply the sign-in limits of a deployed service'],
  [
    '--json',
    'Print one line of JSON when the sandbox is ready: url and applications, with client_id, client_secret, and redirect_uris',
  ],
  ['--log', "Print the workers' log, one JSON object per line; with --json, to standard error"],
])}

Other commands:
${optionTable([
  [
    'plid init <template>',
    'Write the sign-in for express, hono, nextjs, or worker into this folder (see: plid init --help)',
  ],
  ['plid version', 'Print the version (also: --version)'],
  ['plid help', 'Print this help (also: --help)'],
])}

Examples:
  plid sandbox --port 0 --json
  plid sandbox --redirect-uri http://localhost:5173/callback
  plid sandbox --application http://localhost:5173
  plid sandbox --seed seed.json --save state

Exit status: 0 for success, 1 for a failure, 2 for invalid arguments (nothing was started).
For use in tests, see docs/sandbox/testing.md in the repository.`;

const options = {
  port: { type: 'string' },
  seed: { type: 'string' },
  state: { type: 'string' },
  save: { type: 'string' },
  host: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  carrier: { type: 'string', multiple: true },
  limits: { type: 'boolean' },
  ...applicationOptions,
  json: { type: 'boolean' },
  log: { type: 'boolean' },
  version: { type: 'boolean', short: 'v' },
  help: { type: 'boolean', short: 'h' },
} as const;

export interface SandboxCommand {
  options: SandboxOptions;
  choices: ApplicationChoices;
  withLog: boolean;
  /** Whether one line of JSON is printed instead of the welcome. */
  asJson: boolean;
  /** The `--carrier` options. */
  carriers: readonly string[];
  /** The folder in which the state is saved when the sandbox stops. */
  save?: string;
}

/** Parses the arguments of `plid sandbox`. @throws {UsageError} if they are invalid. */
export function readSandboxArguments(
  words: readonly string[],
): { text: string } | { version: true } | { sandbox: SandboxCommand } {
  const { values, positionals } = parseArguments(words, { options, allowPositionals: true }, 'plid --help');
  const [command, ...more] = positionals;
  // npx takes an option that follows the name of a program without `--`.
  const isWord = (word: string) => command === word && more.length === 0;
  if (values.help || words.length === 0 || isWord('help')) return { text: help };
  if (values.version || isWord('version')) return { version: true };
  if (command !== 'sandbox' || more.length > 0)
    throw new UsageError(`Unknown command: ${positionals.join(' ') || '(none)'}. See: plid --help`);
  const { port = String(defaultPort), seed, state, save, host, limits, log = false, json = false } = values;
  if (!/^\d{1,5}$/.test(port))
    throw new UsageError(`--port needs a number from 0 to 65535, not: ${port}. See: plid --help`);
  return {
    sandbox: {
      options: {
        port: Number(port),
        ...(seed !== undefined && { seed }),
        ...(state !== undefined && { state }),
        ...(host !== undefined && { host }),
        ...(limits !== undefined && { limits }),
        allowHosts: values['allow-host'] ?? [],
      },
      choices: readApplicationOptions(values),
      ...(save !== undefined && { save }),
      carriers: values.carrier ?? [],
      withLog: log,
      asJson: json,
    },
  };
}
