import * as v from 'valibot';
import { weaknessOf } from '../crypto/published-secrets.ts';
import { isLocalEnvironment } from './local-environment.ts';
import { splitTokens } from './named-tokens.ts';
import type { SecretFormat } from './secret-format.ts';

/** How to replace a secret of each format. */
const advice: Readonly<Record<SecretFormat, string>> = {
  keys: 'generate your own with: openssl rand -base64 32',
  base64: 'generate your own with: openssl rand -base64 32',
  hex: 'generate your own with: openssl rand -hex 32',
  token: 'generate your own with: openssl rand -hex 32',
  'signing keys': 'generate your own as docs/reference/settings.md describes',
  'openid keys': 'generate your own as docs/reference/settings.md describes',
  issued: 'use the value that its issuer gave you',
};

/**
 * Returns the faults of secrets that protect nothing, such as a published key. A local environment has none, because
 * only this machine can reach it. @returns each setting's name and its fault, which doesn't contain the value.
 */
export function weakSecrets(
  { entries }: { entries: v.ObjectEntries },
  env: object,
): [name: string, fault: string][] {
  if (isLocalEnvironment(env)) return [];
  return Object.entries(entries).flatMap(([name, entry]): [string, string][] => {
    const format = secretFormatOf(entry);
    const value: unknown = Reflect.get(env, name);
    if (format === undefined || typeof value !== 'string') return [];
    const weakness = weaknessOf(value, generatedKeys(value, format));
    return weakness === undefined ? [] : [[name, `${weakness}; ${advice[format]}`]];
  });
}

/** Returns the keys in a secret that the operator generated. The form of an issued secret is unknown. */
export const generatedKeys = (value: string, format: SecretFormat): string[] =>
  format === 'issued' ? [] : splitTokens(value, '').map((token) => token.value);

/** Returns how a secret is generated, or undefined if a setting isn't secret. */
function secretFormatOf(entry: v.GenericSchema): SecretFormat | undefined {
  const { secret } = v.getMetadata(entry) as { secret?: SecretFormat };
  if (secret !== undefined || !('wrapped' in entry)) return secret;
  return secretFormatOf(entry.wrapped as v.GenericSchema);
}
