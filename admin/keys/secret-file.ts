import path from 'node:path';
import { Failure } from '../../tools/terminal/failure.ts';
import type { Deployment } from '../deploy/deployment.ts';
import { isInCi, isInEnvironment, variableOf } from '../deploy/secret-sources.ts';
import { readSecrets } from '../deploy/secrets.ts';

/**
 * Checks that the secrets file is the source of the secret, because a rotation writes its new value there. @throws
 * {Failure} if the file isn't the source.
 */
export function requireSecretsFileSource({ config: { half }, paths }: Deployment, secret: string): void {
  const reason = isInEnvironment(half, secret)
    ? `${secret} comes from ${variableOf(half, secret)}`
    : isInCi() && 'CI is set';
  if (!reason) return;
  throw new Failure(
    `${reason}, but a rotation writes its new value into ${path.basename(paths.secrets)}. Run the rotation on your own machine with that file, and then replace the stored value with the new one.`,
  );
}

/** Reads the value of a secret from the secrets file. @throws {Failure} if there is none. */
export function readSecret({ config: { half }, paths }: Deployment, secret: string): string {
  const text = readSecrets(paths.secrets)[secret];
  if (text !== undefined) return text;
  throw new Failure(`${paths.secrets} has no ${secret}. First run: npx plid-admin deploy ${half}`);
}
