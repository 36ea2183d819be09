import * as v from 'valibot';
import { signedIdentityLifetime } from '../../workers/gateway/shared/gateway-lifetimes.ts';
import { automaticLoginLifetime } from '../../workers/service/shared/service-lifetimes.ts';
import type { ListedWorker } from '../../workers/workers.ts';
import type { Described } from '../deploy/file.ts';

const day = 86_400;

/**
 * How long the old value of a secret is still needed after the new one is used, in seconds: as long as what it has sealed or
 * signed is valid.
 */
export function neededAfter(
  secret: string,
  { half, settings }: Pick<Described, 'half' | 'settings'>,
  listed: readonly ListedWorker[],
): number {
  if (secret === 'IDENTITY_KEY') return signedIdentityLifetime;
  if (half === 'service') return automaticLoginLifetime;
  const number = (name: string) => {
    const entry = listed.map(({ schema }) => schema.entries[name]).find((found) => found !== undefined);
    return Number(entry === undefined ? 0 : v.parse(entry, settings[name]));
  };
  return Math.max(number('RETENTION_DAYS') * day, number('SESSION_LIFETIME'));
}
