import path from 'node:path';
import { findSecretsFile } from '../../sandbox/start/running-worlds.ts';
import { defaultSecretsFile, readLocalSecrets } from '../../sandbox/start/secrets.ts';
import { publicSecrets } from '../../sandbox/world/public-secrets.ts';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { isLoopback } from '../../workers/core/http/secure-address.ts';
import { splitTokens } from '../../workers/core/worker/named-tokens.ts';

const variable = 'PLID_ADMIN_TOKEN';

export interface AdminToken {
  token: string;
  /** The source of the token, for error messages. */
  source: string;
}

/**
 * Finds an `ADMIN_TOKEN` for a service. The token comes from the environment, because arguments are visible in
 * process lists. For a service on this machine, the default is the local environment's token. @throws {Failure} if
 * the token is missing for a remote service, or belongs to another address.
 */
export function findAdminToken(service: URL): AdminToken {
  const given = io().env[variable];
  if (given) return { token: withoutName(tokenFor(service, given)), source: variable };
  if (!isLoopback(service)) throw new Failure(`Set ${variable} to the ADMIN_TOKEN of ${service.origin}.`);
  const file = findSecretsFile(service.port) ?? defaultSecretsFile();
  const { ADMIN_TOKEN } = readLocalSecrets(file);
  const [{ value } = { value: '' }] = splitTokens(ADMIN_TOKEN, '');
  const isPublic = ADMIN_TOKEN === publicSecrets.ADMIN_TOKEN;
  const source = isPublic
    ? `${variable}. It isn't set, so the token of the local environment was sent`
    : `ADMIN_TOKEN in ${path.relative(io().cwd, file)}`;
  return { token: value, source };
}

/**
 * Removes the name from a token that was copied from the secrets file (`kim:TOKEN`), because the name isn't sent.
 */
const withoutName = (token: string): string => token.replace(/^[a-z0-9-]+(?:@[a-z]+)?:/, '');

/**
 * Reads the token from the variable, which may begin with the token's address (`https://login.example.com=TOKEN`).
 * A token with an address is never sent to another address, regardless of `--url`.
 */
function tokenFor(service: URL, given: string): string {
  const [, address, token = ''] = /^(https?:\/\/[^=]+)=(.*)$/s.exec(given) ?? [];
  if (address === undefined) return given;
  const origin = URL.canParse(address) ? new URL(address).origin : address;
  if (origin === service.origin && token !== '') return token;
  throw new Failure(`${variable} belongs to ${origin}, so it isn't sent to ${service.origin}.`);
}
