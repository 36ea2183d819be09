import path from 'node:path';
import { isLoopback } from '../../packages/plid/http/secure-address.ts';
import { findSecrets } from '../../sandbox/start/running-worlds.ts';
import { defaultSecrets, readLocalSecrets } from '../../sandbox/start/secrets.ts';
import { publicSecrets } from '../../sandbox/world/public-secrets.ts';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { splitTokens } from '../../workers/core/worker/named-tokens.ts';

const variable = 'PLID_ADMIN_TOKEN';

export interface AdminToken {
  token: string;
  /** The place where it was found; the message names it if the service refuses the token. */
  source: string;
}

/**
 * An ADMIN_TOKEN of a service: from the environment, since an argument would show in the list of processes; for a service on this
 * machine else that of the local world.
 * @throws {Failure} where there is none, and the service is not on this machine, or where it is for another address.
 */
export function findAdminToken(service: URL): AdminToken {
  const given = io().env[variable];
  if (given) return { token: withoutName(tokenFor(service, given)), source: variable };
  if (!isLoopback(service)) throw new Failure(`Set ${variable} to the ADMIN_TOKEN of ${service.origin}.`);
  const file = findSecrets(service.port) ?? defaultSecrets();
  const { ADMIN_TOKEN } = readLocalSecrets(file);
  const [{ value } = { value: '' }] = splitTokens(ADMIN_TOKEN, '');
  const isPublic = ADMIN_TOKEN === publicSecrets.ADMIN_TOKEN;
  const source = isPublic
    ? `${variable}, which is not set: the token of the local world was sent`
    : `ADMIN_TOKEN in ${path.relative(io().cwd, file)}`;
  return { token: value, source };
}

/** A token as the file of the secrets contains it (`kim:TOKEN`), without the name, which is not sent. */
const withoutName = (token: string): string => token.replace(/^[a-z0-9-]+(?:@[a-z]+)?:/, '');

/**
 * The token of the variable: by itself, or after the address that it was made for (`https://login.example.com=TOKEN`). One that names its
 * address is sent to no other, whatever `--url` says.
 */
function tokenFor(service: URL, given: string): string {
  const [, address, token = ''] = /^(https?:\/\/[^=]+)=(.*)$/s.exec(given) ?? [];
  if (address === undefined) return given;
  const origin = URL.canParse(address) ? new URL(address).origin : address;
  if (origin === service.origin && token !== '') return token;
  throw new Failure(`${variable} is for ${origin}, and is not sent to ${service.origin}.`);
}
