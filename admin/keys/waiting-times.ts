import * as v from 'valibot';
import { signedIdentityLifetime } from '../../workers/gateway/settings/gateway-lifetimes.ts';
import { automaticLoginLifetime } from '../../workers/service/settings/service-lifetimes.ts';
import type { ListedWorker } from '../../workers/workers.ts';
import type { DeploymentConfig } from '../deploy/settings/config.ts';
import type { Pass } from './key-entries.ts';

const day = 86_400;
/** Time for which event receivers and relying parties may cache published keys, in seconds. */
const publishedKeysLifetime = day;
/**
 * Time after which no Durable Object still runs with the former secrets, in seconds. Cloudflare updates objects
 * within five minutes.
 */
const objectUpdateTime = 3_600;
const published = ['EVENT_KEY', 'OPENID_KEY'];

/**
 * Returns the waiting time before a later pass, in seconds. An old value is needed while values encrypted or
 * signed with it are valid.
 */
export function waitingTimeAfter(
  pass: Pass,
  secret: string,
  config: Pick<DeploymentConfig, 'half' | 'settings'>,
  listed: readonly ListedWorker[],
): Partial<Record<Pass, number>> {
  if (published.includes(secret) && pass === 'add') return { first: publishedKeysLifetime };
  if (pass !== 'first') return {};
  if (published.includes(secret)) return { drop: publishedKeysLifetime };
  if (secret === 'IDENTITY_KEY') return { drop: signedIdentityLifetime };
  if (secret === 'DISCLOSURE_KEY') return { drop: objectUpdateTime };
  return { drop: config.half === 'service' ? automaticLoginLifetime : neededByGateway(config, listed) };
}

/** Returns the time after which every user of a gateway has signed in again or is deleted, in seconds. */
function neededByGateway(
  { settings }: Pick<DeploymentConfig, 'settings'>,
  listed: readonly ListedWorker[],
): number {
  const number = (name: string) => {
    const entry = listed.map(({ schema }) => schema.entries[name]).find((found) => found !== undefined);
    return Number(entry === undefined ? 0 : v.parse(entry, settings[name]));
  };
  return Math.max(number('RETENTION_DAYS') * day, number('SESSION_LIFETIME'));
}
