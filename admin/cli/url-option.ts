import { Option } from 'commander';
import { io } from '../../tools/terminal/io.ts';

const variable = 'PLID_URL';
const local = 'http://localhost:8787';

/**
 * The option `--url`, with the address of a service or gateway. The default is `PLID_URL`, or the address of `npm
 * start` if the variable isn't set.
 */
export const urlOption = (what: string): Option =>
  new Option('--url <address>', `${what} (or set ${variable})`).default(io().env[variable] || local);

/**
 * Returns a sentence for an error message that states where an address comes from. Returns an empty string if the
 * address was given with the command.
 */
export const describeUrlSource = (address: string): string =>
  address === io().env[variable] ? ` The address comes from ${variable}.` : '';
