import * as v from 'valibot';
import { Failure } from '../cli/failure.ts';
import { type Target, tagPrefix } from './build.ts';
import type { Cloudflare } from './cloudflare.ts';

const zone = v.object({ id: v.string(), account: v.object({ id: v.string() }) });
const script = v.object({ id: v.string() });
const route = v.object({ pattern: v.string(), script: v.nullish(v.string()) });
const domain = v.object({ hostname: v.string(), service: v.string() });
const record = v.object({ name: v.string(), type: v.string(), proxied: v.optional(v.boolean(), false) });
const versions = v.object({
  items: v.array(v.object({ id: v.string(), annotations: v.nullish(v.record(v.string(), v.unknown()), {}) })),
});
const deployments = v.object({
  deployments: v.array(
    v.object({ versions: v.array(v.object({ version_id: v.string(), percentage: v.number() })) }),
  ),
});
const subdomain = v.object({ enabled: v.boolean(), previews_enabled: v.optional(v.boolean(), false) });
const scriptSettings = v.object({ observability: v.nullish(v.record(v.string(), v.unknown()), {}) });
const secret = v.object({ name: v.string() });

export type DnsRecord = v.InferOutput<typeof record>;

/** A worker as it is at Cloudflare. */
export interface Deployed {
  /** The version that serves requests; undefined where several share them, or none does. */
  version: string | undefined;
  /** The tag of that version. */
  tag: string | undefined;
  /** Whether this command has ever deployed it. */
  ours: boolean;
  /** Whether it answers at workers.dev. */
  exposed: boolean;
  /** Its log settings, which are the same for all its versions. */
  observability: object;
}

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

/** Everything in the account and the zone that concerns a deployment. */
export async function readAccount(cloudflare: Cloudflare, { zone: zoneId, account }: Place, host: string) {
  const [scripts, routes, domains] = await Promise.all([
    cloudflare.get(`/accounts/${account}/workers/scripts`, v.array(script)),
    cloudflare.get(`/zones/${zoneId}/workers/routes`, v.array(route)),
    cloudflare.get(`/accounts/${account}/workers/domains?hostname=${host}`, v.array(domain)),
  ]);
  return { scripts: scripts.map(({ id }) => id), routes, domains };
}
export type Account = Awaited<ReturnType<typeof readAccount>>;

/** The DNS records at a name. */
export const readRecords = (cloudflare: Cloudflare, { zone: zoneId }: Place, name: string) =>
  cloudflare.get(`/zones/${zoneId}/dns_records?name=${encodeURIComponent(name)}`, v.array(record));

const scriptPath = (account: string, name: string) => `/accounts/${account}/workers/scripts/${name}`;

/** A worker that exists. */
export async function readWorker(
  cloudflare: Cloudflare,
  { account }: Place,
  name: string,
): Promise<Deployed> {
  const path = scriptPath(account, name);
  const [deployed, known, { enabled, previews_enabled }, { observability }] = await Promise.all([
    cloudflare.get(`${path}/deployments`, deployments),
    cloudflare.get(`${path}/versions?deployable=true`, versions),
    cloudflare.get(`${path}/subdomain`, subdomain),
    cloudflare.get(`${path}/script-settings`, scriptSettings),
  ]);
  const serving = deployed.deployments[0]?.versions ?? [];
  const version = serving.length === 1 ? serving[0]?.version_id : undefined;
  const tags = new Map(known.items.map(({ id, annotations }) => [id, annotations?.['workers/tag']]));
  const tag = version === undefined ? undefined : tags.get(version);
  return {
    version,
    tag: typeof tag === 'string' ? tag : undefined,
    ours: [...tags.values()].some((value) => String(value).startsWith(tagPrefix)),
    exposed: enabled || previews_enabled,
    observability: observability ?? {},
  };
}

/** The names of a worker's secrets. Cloudflare never returns their values. */
export async function readSecretNames(cloudflare: Cloudflare, { account }: Place, name: string) {
  const secrets = await cloudflare.get(`${scriptPath(account, name)}/secrets`, v.array(secret));
  return secrets.map((item) => item.name);
}

/** Makes an earlier version serve requests again. */
export async function deployVersion(
  cloudflare: Cloudflare,
  { account }: Place,
  { name, version, message }: { name: string; version: string; message: string },
): Promise<void> {
  // Without force Cloudflare refuses where a secret was written since, although it is the same one in every version.
  await cloudflare.post(
    `${scriptPath(account, name)}/deployments?force=true`,
    {
      strategy: 'percentage',
      versions: [{ version_id: version, percentage: 100 }],
      annotations: { 'workers/message': message },
    },
    v.unknown(),
  );
}

/** Why a worker has to be deployed; undefined where nothing differs. */
export function difference(target: Target, deployed: Deployed | undefined, account: Account) {
  if (deployed === undefined) return 'new';
  if (deployed.tag !== target.tag) return 'changed';
  if (target.routes === undefined) return undefined;
  if (contradicts(deployed.observability, target.observability)) return 'what is kept of its logs differs';
  if (deployed.exposed) return 'its workers.dev address is on';
  const routes = account.routes.filter((item) => item.script === target.name).map(({ pattern }) => pattern);
  if (target.routes.some((pattern) => !routes.includes(pattern))) return 'it lacks a route';
  const serves = account.domains.some(({ service }) => service === target.name);
  return serves === (target.domain !== undefined) ? undefined : 'its host is not connected';
}

/** Whether the actual settings differ from the wanted ones; only those that are wanted are compared. */
function contradicts(found: unknown, wanted: unknown): boolean {
  if (found === undefined || found === null) return false;
  if (typeof wanted !== 'object' || wanted === null) return found !== wanted;
  return Object.entries(wanted).some(([name, value]) => contradicts(Reflect.get(Object(found), name), value));
}
