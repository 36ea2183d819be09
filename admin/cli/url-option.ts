import { Option } from 'commander';
import { io } from '../../tools/terminal/io.ts';

const variable = 'PLID_URL';
const local = 'http://localhost:8787';

/** `--url`, the address of a service or gateway. Default: `PLID_URL`, otherwise that of `npm start`. */
export const urlOption = (what: string): Option =>
  new Option('--url <address>', `${what}; or set ${variable}`).default(io().env[variable] || local);

/** Adds the source of an address to an error message, unless it was given with the command. */
export const sourceOf = (address: string): string =>
  address === io().env[variable] ? ` The address comes from ${variable}.` : '';
