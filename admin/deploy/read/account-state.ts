import * as v from 'valibot';
import type { Connection } from '../cloudflare/connection.ts';
import { readAccountWorkerNames } from './deployed-workers.ts';

const route = v.object({ id: v.string(), pattern: v.string(), script: v.nullish(v.string()) });
const domain = v.object({ id: v.string(), hostname: v.string(), service: v.string() });
const record = v.object({ name: v.string(), type: v.string(), proxied: v.optional(v.boolean(), false) });

export type DnsRecord = v.InferOutput<typeof record>;

/** Reads the resources of the account and zone that concern a deployment. */
export async function readAccount(connection: Connection, host: string) {
  const { cloudflare, zone: zoneId, account } = connection;
  const [scripts, routes, domains] = await Promise.all([
    readAccountWorkerNames(connection),
    cloudflare.get(`/zones/${zoneId}/workers/routes`, v.array(route)),
    cloudflare.get(`/accounts/${account}/workers/domains?hostname=${host}`, v.array(domain)),
  ]);
  return { scripts, routes, domains };
}
export type Account = Awaited<ReturnType<typeof readAccount>>;

export const readDnsRecords = ({ cloudflare, zone: zoneId }: Connection, name: string) =>
  cloudflare.get(`/zones/${zoneId}/dns_records?name=${encodeURIComponent(name)}`, v.array(record));
