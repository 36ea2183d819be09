import path from 'node:path';
import type { Half } from '../../tools/configuration/index.ts';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import type { Deployment } from './deployment.ts';
import { readSecrets, type SecretPlaces, type Secrets } from './secrets.ts';

/** The environment variable that holds a secret of a half: `PLID_SERVICE_KEYS`. */
export const variableOf = (half: Half, secret: string): string => `PLID_${half.toUpperCase()}_${secret}`;

/** Whether the environment holds a secret. CI systems set an empty variable for a secret that is not stored. */
export const isInEnvironment = (half: Half, secret: string): boolean =>
  Boolean(io().env[variableOf(half, secret)]);

/** The secrets of a deployment: those of the environment, then those of the file. */
export const storedSecrets = ({ config, paths }: Deployment): Secrets => ({
  ...readSecrets(paths.secrets),
  ...environmentSecrets(config.half),
});

/** The secrets that the environment holds, by name. */
export function environmentSecrets(half: Half): Secrets {
  const prefix = variableOf(half, '');
  const held = Object.entries(io().env).filter(([name, value]) => name.startsWith(prefix) && value);
  return Object.fromEntries(held.map(([name, value = '']) => [name.slice(prefix.length), value]));
}

/** Names the place from which a secret is read, for a message: the variable, or else the file. */
export const placeOf = ({ config: { half }, paths }: Deployment, secret: string): string =>
  isInEnvironment(half, secret) ? variableOf(half, secret) : path.basename(paths.secrets);

/** Names the places of secrets in messages. */
export const secretPlaces = (deployment: Deployment): SecretPlaces => ({
  placeOf: (secret) => placeOf(deployment, secret),
  variableOf: (secret) => variableOf(deployment.config.half, secret),
});

/** Whether this process runs in a CI system, whose machine does not last. */
export const isInCi = (): boolean => !['', 'false', '0'].includes(io().env.CI ?? '');

/** Refuses to make secrets on a machine that does not last: they would be lost with it. @throws {Failure} */
export function refuseToMakeInCi(half: Half, made: Secrets): void {
  const names = Object.keys(made);
  if (names.length === 0 || !isInCi()) return;
  const variables = names.map((name) => variableOf(half, name)).join(', ');
  throw new Failure(
    `Missing: ${names.join(', ')}. CI is set, and a secret made here would be lost with this machine. Make them once on your own machine with npx plid-admin secrets new ${half}, store them, and set ${variables}.`,
  );
}
