import path from 'node:path';
import type { Half } from '../../../tools/configuration/index.ts';
import { Failure } from '../../../tools/terminal/failure.ts';
import { io } from '../../../tools/terminal/io.ts';
import type { Deployment } from '../read/deployment.ts';
import { readSecrets, type SecretSources, type Secrets } from './secrets.ts';

/**
 * Returns the name of the environment variable for a secret of the service or gateway, such as
 * `PLID_SERVICE_KEYS`.
 */
export const variableOf = (half: Half, secret: string): string => `PLID_${half.toUpperCase()}_${secret}`;

/**
 * Whether the environment contains a secret. An empty variable doesn't count, because CI systems set one if a
 * secret is missing.
 */
export const isInEnvironment = (half: Half, secret: string): boolean =>
  Boolean(io().env[variableOf(half, secret)]);

/** Returns the secrets of a deployment, from the environment and the file. The environment takes precedence. */
export const readAllSecrets = ({ config, paths, overrides }: Deployment): Secrets => ({
  ...readSecrets(paths.secrets),
  ...environmentSecrets(config.half),
  ...overrides,
});

/** The secrets in the environment, by name. */
export function environmentSecrets(half: Half): Secrets {
  const prefix = variableOf(half, '');
  const held = Object.entries(io().env).filter(([name, value]) => name.startsWith(prefix) && value);
  return Object.fromEntries(held.map(([name, value = '']) => [name.slice(prefix.length), value]));
}

/** Returns the source of a secret for messages, which is the variable if it is set, and otherwise the file. */
export const secretLocation = ({ config: { half }, paths }: Deployment, secret: string): string =>
  isInEnvironment(half, secret) ? variableOf(half, secret) : path.basename(paths.secrets);

/** Returns where each secret comes from, as worded in messages. */
export const describeSecretSources = (deployment: Deployment): SecretSources => ({
  placeOf: (secret) => secretLocation(deployment, secret),
  variableOf: (secret) => variableOf(deployment.config.half, secret),
});

/** Whether this process runs in a CI system, whose machine is temporary. */
export const isInCi = (): boolean => !['', 'false', '0'].includes(io().env.CI ?? '');

/**
 * Refuses to generate secrets on a temporary machine, because they would be lost. @throws {Failure} if a secret
 * would have to be generated in a CI system.
 */
export function refuseToMakeInCi(half: Half, made: Secrets): void {
  const names = Object.keys(made);
  if (names.length === 0 || !isInCi()) return;
  const variables = names.map((name) => variableOf(half, name)).join(', ');
  throw new Failure(
    `Missing: ${names.join(', ')}. In CI (CI is set) a generated secret would be lost. Generate them once on your own machine with npx plid-admin secrets new ${half}, store them, and set ${variables}.`,
  );
}
