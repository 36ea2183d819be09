import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { isLoopback } from '../../workers/core/cookies.ts';
import { Failure } from './failure.ts';

const variable = 'PLID_ADMIN_TOKEN';
/** In the directory of the project, which is where npm runs its scripts. */
const localSettings = '.dev.vars';

export interface AdminToken {
  token: string;
  /** Where it was found, for when it turns out to be wrong. */
  source: string;
}

/**
 * The ADMIN_TOKEN of a service: out of the environment, since an argument would show in the list of processes; for
 * a service on this machine also out of `.dev.vars`, which `npm start` writes.
 * @throws {Failure} where there is none.
 */
export function findAdminToken(service: URL): AdminToken {
  const token = process.env[variable];
  if (token) return { token, source: variable };
  if (!isLoopback(service)) throw new Failure(`Set ${variable} to the ADMIN_TOKEN of ${service.origin}.`);
  const local = parseEnv(readLocalSettings()).ADMIN_TOKEN;
  if (local) return { token: local, source: 'ADMIN_TOKEN in .dev.vars' };
  throw new Failure(`There is no ADMIN_TOKEN in .dev.vars yet. Run: npm start (or set ${variable})`);
}

function readLocalSettings(): string {
  try {
    return readFileSync(localSettings, 'utf8');
  } catch {
    return '';
  }
}
