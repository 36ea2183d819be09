import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  type ApplicationChoices,
  applicationHelp,
  applicationOptions,
  readApplicationOptions,
} from '../../packages/plid/command/application-options.ts';
import { optionTable } from '../../packages/plid/command/option-table.ts';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { type OtherService, readOtherServiceOptions } from './other-service.ts';
import { type OwnCarriers, readOwnCarrierOptions } from './own-carriers.ts';
import { defaultSecretsFile } from './secrets.ts';

const defaultPort = 8787;

const help = `npm start   Run the complete login on this machine until you stop it

${optionTable([
  ['--port <number>', `Port (default: ${defaultPort})`],
  ...applicationHelp,
  ['--service <address>', 'Only the gateway, for another login service: its address'],
  [
    '--client-id <id>',
    'Your application there; set its secret in the environment variable PLID_CLIENT_SECRET. Only with --service',
  ],
  [
    '--carrier <address>',
    "Your own carrier instead of the sandbox's: its address (docs/carrier.openapi.yaml), such as http://localhost:4000, or the folder of a Worker (docs/examples/carrier). For one network: K=http://localhost:4000 (S is SKT, K is KT, L is LG U+). Set PLID_CARRIER_TOKEN for a bearer token of its own",
  ],
  [
    '--carrier barocert:',
    "The adapter for Barocert, with a simulation of the vendor's API and the sandbox's phones. For one network: K=barocert:",
  ],
  ['--persist-to <directory>', 'Directory of all stored data and of .dev.vars'],
  ['--verbose', 'Print client IDs, secrets, and more addresses'],
  ['--help', 'Print this help'],
])}

Examples:
  npm start -- --port 8790
  npm start -- --application http://localhost:3000 --guard --public-paths "/,/assets/*"`;

export interface StartOptions extends ApplicationChoices {
  port: number;
  /** The login service that replaces the local service, or undefined if the local service is used. */
  service: OtherService | undefined;
  /**
   * The developer's own carriers, which replace the sandbox's carriers. Undefined if the developer has no
   * carriers.
   */
  carriers: OwnCarriers | undefined;
  /** Whether the welcome text includes clients and their secrets. */
  verbose: boolean;
  /** Directory of the stored data. */
  state: string;
  /** File with the developer's own secrets, if any. */
  secrets: string;
}

/**
 * Parses the arguments of `npm start`.
 * @returns the options, or the help text if it was requested. @throws {Failure | UsageError} if an argument is invalid.
 */
export function readOptions(
  words: readonly string[],
  environment: NodeJS.ProcessEnv = io().env,
): StartOptions | { help: string } {
  const { port, 'persist-to': directory, verbose = false, help: asked, ...given } = parse(words);
  if (asked) return { help };
  if (given.carrier && given.service !== undefined)
    throw new Failure('--carrier applies only to the local login service. Omit --service or --carrier.');
  const own = directory === undefined ? undefined : path.resolve(io().cwd, directory);
  return {
    port: readPort(port ?? String(defaultPort)),
    ...readApplicationOptions(given),
    service: readOtherServiceOptions(given.service, given['client-id'], environment),
    carriers: readOwnCarrierOptions(given.carrier, environment),
    verbose,
    state: own ?? path.resolve(io().cwd, '.wrangler/state'),
    secrets: own === undefined ? defaultSecretsFile() : path.join(own, '.dev.vars'),
  };
}

function parse(words: readonly string[]) {
  const options = {
    port: { type: 'string' },
    ...applicationOptions,
    service: { type: 'string' },
    'client-id': { type: 'string' },
    carrier: { type: 'string', multiple: true },
    'persist-to': { type: 'string' },
    verbose: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (failure) {
    const [reason = ''] = (failure as Error).message.split('. ');
    throw new Failure(`${reason.replace(/\.$/, '')}. See: npm start -- --help`);
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Failure(`--port needs a number from 1 to 65535, not: ${text}`);
}
