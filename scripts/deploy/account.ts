import * as v from 'valibot';
import { Failure } from '../cli/failure.ts';
import type { Cloudflare } from './cloudflare.ts';

const zone = v.object({ id: v.string(), account: v.object({ id: v.string() }) });
const script = v.object({ id: v.string() });
const route = v.object({ pattern: v.string(), script: v.nullish(v.string()) });
const domain = v.object({ hostname: v.string(), service: v.string() });
const record = v.object({ name: v.string(), type: v.string(), proxied: v.optional(v.boolean(), false) });

export type DnsRecord = v.InferOutput<typeof record>;

/** The zone of a host. */
export interface Place {
  zone: string;
  account: string;
}

/** @throws {Failure} where the token has no access to the zone. */
export async function findZone(cloudflare: Cloudflare, name: string): Promise<Place> {
  const [found] = await cloudflare.get(`/zones?name=${encodeURIComponent(name)}`, v.array(zone));
  if (found !== undefined) return { zone: found.id, account: found.account.id };
  throw new Failure(
    `There is no zone ${name} that the token may use. Check zone in the file, and the zone resources of the token.`,
  );
}

/** The names of all workers of an account. */
export async function readScripts(cloudflare: Cloudflare, account: string): Promise<string[]> {
  const scripts = await cloudflare.get(`/accounts/${account}/workers/scripts`, v.array(script));
  return scripts.map(({ id }) => id);
}

/** Everything in the account and the zone that concerns a deployment. */
export async function readAccount(cloudflare: Cloudflare, { zone: zoneId, account }: Place, host: string) {
  const [scripts, routes, domains] = await Promise.all([
    readScripts(cloudflare, account),
    cloudflare.get(`/zones/${zoneId}/workers/routes`, v.array(route)),
    cloudflare.get(`/accounts/${account}/workers/domains?hostname=${host}`, v.array(domain)),
  ]);
  return { scripts, routes, domains };
}
export type Account = Awaited<ReturnType<typeof readAccount>>;

export const readRecords = (cloudflare: Cloudflare, { zone: zoneId }: Place, name: string) =>
  cloudflare.get(`/zones/${zoneId}/dns_records?name=${encodeURIComponent(name)}`, v.array(record));
