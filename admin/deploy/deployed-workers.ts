import * as v from 'valibot';
import type { DeploymentConfig } from './config.ts';
import type { Connection } from './connection.ts';
import { type Fingerprints, parseVersionTag, tagPrefix } from './fingerprints.ts';
import { parseVersionNote, type VersionNote } from './version-metadata.ts';

const annotations = v.nullish(v.record(v.string(), v.unknown()), {});
const versions = v.object({
  items: v.array(
    v.object({
      id: v.string(),
      annotations,
      metadata: v.object({ created_on: v.string(), author_email: v.nullish(v.string()) }),
    }),
  ),
});
const deployments = v.object({
  deployments: v.array(
    v.object({
      id: v.string(),
      versions: v.array(v.object({ version_id: v.string(), percentage: v.number() })),
      annotations,
      created_on: v.nullish(v.string()),
      author_email: v.nullish(v.string()),
    }),
  ),
});
const subdomain = v.object({ enabled: v.boolean(), previews_enabled: v.optional(v.boolean(), false) });
const scriptSettings = v.object({ observability: v.nullish(v.record(v.string(), v.unknown()), {}) });
const secret = v.object({ name: v.string() });
const script = v.object({ id: v.string() });

/** A stored version of a worker at Cloudflare. */
export interface Version {
  id: string;
  /** Whether this command deployed the version, in this release or an earlier release. */
  isOurs: boolean;
  /**
   * Hashes of the version's content, from its tag. Undefined if an earlier release or another tool deployed it.
   */
  fingerprints: Fingerprints | undefined;
  /** Time at which the version was uploaded, in ISO 8601. */
  created: string;
  /**
   * The note of the command that deployed the version. Undefined if an earlier release or another tool deployed
   * it.
   */
  note: VersionNote | undefined;
  /** The email address of the Cloudflare account that uploaded the version. */
  author: string | undefined;
}

/** The latest deployment of a worker, by any tool. */
interface LatestDeployment {
  /** ISO 8601. */
  created: string | undefined;
  author: string | undefined;
  message: string;
}

/** A worker at Cloudflare. */
export interface Deployed {
  /** Deployable versions, latest first. There are at most 100. */
  versions: Version[];
  /** The version that serves all or most requests. */
  running: Version | undefined;
  /**
   * The last version that was running and that this command deployed. It isn't the running version if another tool
   * has deployed since.
   */
  lastOfOurs: Version | undefined;
  /** Whether several versions share the requests. */
  isSplit: boolean;
  /** The ID of the worker's latest deployment. It changes with each deployment, by any tool. */
  deployment: string | undefined;
  latest: LatestDeployment;
  /** The latest version uploaded by this command that has ever served requests. */
  newestOfOurs: Version | undefined;
  /** Whether a rollback left the worker unchanged, because it didn't exist in the previous release. */
  leftBehind: boolean;
  /** Whether this command has ever deployed the worker. */
  wasDeployedByUs: boolean;
  /** Whether the worker is reachable at workers.dev. */
  isOnWorkersDev: boolean;
  /** The worker's log settings, which are the same for all its versions. */
  observability: object;
}

const scriptPath = (account: string, name: string) => `/accounts/${account}/workers/scripts/${name}`;

/** Prefix of the message that a rollback writes to the deployments it makes. */
export const rollbackMessagePrefix = 'back from ';
/**
 * Prefix of the message that a rollback writes if it redeploys a worker's running version without changes ({@link
 * Deployed.leftBehind}).
 */
export const unchangedDeploymentMessagePrefix = 'continues, although it was not part of ';

/** Reads an existing worker. */
export async function readWorker({ cloudflare, account }: Connection, name: string): Promise<Deployed> {
  const path = scriptPath(account, name);
  const [deployed, known, { enabled, previews_enabled }, { observability }] = await Promise.all([
    cloudflare.get(`${path}/deployments`, deployments),
    cloudflare.get(`${path}/versions?deployable=true`, versions),
    cloudflare.get(`${path}/subdomain`, subdomain),
    cloudflare.get(`${path}/script-settings`, scriptSettings),
  ]);
  const [latest] = deployed.deployments;
  const serving = (latest?.versions ?? []).toSorted((left, right) => right.percentage - left.percentage);
  const kept = known.items
    .map(({ id, annotations: noted, metadata }): Version => {
      const tag = String(noted?.['workers/tag'] ?? '');
      const note = parseVersionNote(noted?.['workers/message']);
      const { created_on: created, author_email } = metadata;
      return {
        id,
        isOurs: tag.startsWith(tagPrefix),
        fingerprints: parseVersionTag(tag),
        created,
        note,
        author: author_email ?? undefined,
      };
    })
    .toSorted((left, right) => Date.parse(right.created) - Date.parse(left.created));
  const served = deployed.deployments.flatMap((each) => each.versions.map(({ version_id }) => version_id));
  const ours = kept.filter(({ isOurs }) => isOurs);
  const message = String(latest?.annotations?.['workers/message'] ?? '');
  return {
    versions: kept,
    newestOfOurs: ours.find(({ id }) => served.includes(id)),
    latest: { created: latest?.created_on ?? undefined, author: latest?.author_email ?? undefined, message },
    lastOfOurs: served.flatMap((served_id) => ours.find(({ id }) => id === served_id) ?? [])[0],
    running: kept.find(({ id }) => id === serving[0]?.version_id),
    isSplit: serving.length > 1,
    deployment: latest?.id,
    leftBehind: message.startsWith(unchangedDeploymentMessagePrefix),
    wasDeployedByUs: ours.length > 0,
    isOnWorkersDev: enabled || previews_enabled,
    observability: observability ?? {},
  };
}

/** Reads the names of all workers in an account. */
export async function readAccountWorkerNames({ cloudflare, account }: Connection): Promise<string[]> {
  const scripts = await cloudflare.get(`/accounts/${account}/workers/scripts`, v.array(script));
  return scripts.map(({ id }) => id);
}

/**
 * Whether a worker's name shows that it belongs to this service or gateway. A service includes its carrier worker.
 */
export const isWorkerOfDeployment = (
  script: string,
  { name, half }: Pick<DeploymentConfig, 'name' | 'half'>,
): boolean => script.startsWith(`${name}-${half}-`) || (half === 'service' && script === `${name}-carrier`);

/** Reads the existing workers of a service or gateway, by name. A service includes its carrier worker. */
export async function readDeploymentWorkers(
  connection: Connection,
  config: Pick<DeploymentConfig, 'name' | 'half'>,
) {
  const scripts = await readAccountWorkerNames(connection);
  return readWorkers(
    connection,
    scripts.filter((script) => isWorkerOfDeployment(script, config)),
  );
}

/** Existing workers, by name. */
export async function readWorkers(connection: Connection, names: readonly string[]) {
  const read = names.map(async (name) => [name, await readWorker(connection, name)] as const);
  return new Map(await Promise.all(read));
}

/** Reads the ID of a worker's latest deployment, by any tool. @returns undefined if the worker doesn't exist. */
export async function readLatestDeploymentId(connection: Connection, name: string) {
  const scripts = await readAccountWorkerNames(connection);
  if (!scripts.includes(name)) return undefined;
  const path = `${scriptPath(connection.account, name)}/deployments`;
  const found = await connection.cloudflare.get(path, deployments);
  return found.deployments[0]?.id;
}

/** Reads the names of a worker's secrets. Cloudflare never returns the secrets' values. */
export async function readSecretNames({ cloudflare, account }: Connection, name: string) {
  const secrets = await cloudflare.get(`${scriptPath(account, name)}/secrets`, v.array(secret));
  return secrets.map((item) => item.name);
}

/** Deploys an earlier version again. */
export async function deployVersion(
  { cloudflare, account }: Connection,
  { name, version, message }: { name: string; version: string; message: string },
): Promise<void> {
  // Without force, Cloudflare rejects a version from before a secret was last written. It does so even if the
  // secret is the same in every version.
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
