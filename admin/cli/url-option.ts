import { Option } from 'commander';
import { io } from '../../tools/terminal/io.ts';

const variable = 'PLID_URL';
const local = 'http://localhost:8787';

/** `--url`, where a service or gateway is: by default what PLID_URL says, or else what `npm start` serves. */
export const urlOption = (what: string): Option =>
  new Option('--url <address>', `${what}; the environment variable ${variable} sets it as well`).default(
    io().env[variable] || local,
  );

/** Ends the message of an error about an address with where that comes from, unless it was written beside the command. */
export const sourceOf = (address: string): string =>
  address === io().env[variable] ? ` The address is that of ${variable}.` : '';
