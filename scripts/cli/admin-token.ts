import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { isLoopback } from '../../workers/core/http/cookies.ts';
import { splitTokens } from '../../workers/core/worker/settings.ts';
import { findSecrets } from '../local/running-worlds.ts';
import { Failure } from './failure.ts';

const variable = 'PLID_ADMIN_TOKEN';
/** In the project's folder, where `npm start` writes it by default. */
const defaultSettings = '.dev.vars';

export interface AdminToken {
  token: string;
  /** Where it was found: named in the message if the service refuses it. */
  source: string;
}

/**
 * An ADMIN_TOKEN of a service: from the environment, since an argument would show in the list of processes; for
 * a service on this machine also the first one in the settings that `npm start` has written.
 * @throws {Failure} where there is none, or it is for another address.
 */
export function findAdminToken(service: URL): AdminToken {
  const given = process.env[variable];
  if (given) return { token: tokenFor(service, given), source: variable };
  if (!isLoopback(service)) throw new Failure(`Set ${variable} to the ADMIN_TOKEN of ${service.origin}.`);
  const file = findSecrets(service.port) ?? defaultSettings;
  const [local] = splitTokens(parseEnv(readSettings(file)).ADMIN_TOKEN ?? '', '');
  if (local?.value) return { token: local.value, source: `ADMIN_TOKEN in ${file}` };
  throw new Failure(`There is no ADMIN_TOKEN in ${file} yet. Run: npm start (or set ${variable})`);
}

/**
 * The token of the variable: alone, or after the address that it was made for (`https://login.example.com=TOKEN`). One that names its
 * address is sent to no other, whatever `--url` says.
 */
function tokenFor(service: URL, given: string): string {
  const [, address, token = ''] = /^(https?:\/\/[^=]+)=(.*)$/s.exec(given) ?? [];
  if (address === undefined) return given;
  const origin = URL.canParse(address) ? new URL(address).origin : address;
  if (origin === service.origin && token !== '') return token;
  throw new Failure(`${variable} is for ${origin}, and is not sent to ${service.origin}.`);
}

function readSettings(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
