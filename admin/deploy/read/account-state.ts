import * as v from 'valibot';
import type { Connection } from '../cloudflare/connection.ts';
import type { DeploymentConfig } from '../settings/config.ts';
import { type Deployed, readPossibleWorkers } from './deployed-workers.ts';

const route = v.object({ id: v.string(), pattern: v.string(), script: v.nullish(v.string()) });
const domain = v.object({ id: v.string(), hostname: v.string(), service: v.string() });
const record = v.object({ name: v.string(), type: v.string(), proxied: v.optional(v.boolean(), false) });

export type DnsRecord = v.InferOutput<typeof record>;

/** Reads the resources of the account and zone that concern a deployment. The result includes the connection for changes. */
export async function readAccount(
  connection: Connection,
  config: Pick<DeploymentConfig, 'name' | 'half' | 'host'>,
) {
  const { cloudflare, zone: zoneId, account } = connection;
  const { host } = config;
  const [workers, routes, domains] = await Promise.all([
    readPossibleWorkers(connection, config),
    cloudflare.get(`/zones/${zoneId}/workers/routes`, v.array(route)),
    cloudflare.get(`/accounts/${account}/workers/domains?hostname=${host}`, v.array(domain)),
  ]);
  return { connection, workers, routes, domains };
}
export type Account = Awaited<ReturnType<typeof readAccount>>;

/**
 * The existing workers that this service or gateway deployed, by name. A service includes its carrier worker. Workers
 * of another deployment or another tool are left out, because no command may change them.
 */
export const ownWorkers = ({ workers }: Pick<Account, 'workers'>): Map<string, Deployed> =>
  new Map([...workers].filter(([, { wasDeployedByUs }]) => wasDeployedByUs));

export const readDnsRecords = ({ cloudflare, zone: zoneId }: Connection, name: string) =>
  cloudflare.get(`/zones/${zoneId}/dns_records?name=${encodeURIComponent(name)}`, v.array(record));
