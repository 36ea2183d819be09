import * as v from 'valibot';
import { CloudflareApiError } from '../cloudflare/cloudflare-api.ts';
import type { Connection } from '../cloudflare/connection.ts';
import { type Fingerprints, parseVersionTag } from '../cloudflare/fingerprints.ts';
import { parseVersionNote, type VersionNote } from '../cloudflare/version-metadata.ts';
import type { DeploymentConfig } from '../settings/config.ts';
import type { LogSettings } from '../settings/log-settings.ts';

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
const scriptSettings = v.object({
  observability: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  logpush: v.optional(v.nullable(v.boolean())),
  tail_consumers: v.optional(
    v.nullable(v.array(v.object({ service: v.string(), environment: v.optional(v.string()) }))),
  ),
});
const secret = v.object({ name: v.string() });
const script = v.object({ id: v.string() });
const service = v.object({
  default_environment: v.object({ script: v.object({ migration_tag: v.nullish(v.string()) }) }),
});

/** A version of a worker that serves requests or has served them. */
export interface Version {
  id: string;
  /**
   * Hashes of the version's content, from its tag. Undefined if another deployment or another tool deployed it.
   */
  fingerprints: Fingerprints | undefined;
  /** Time at which the version was uploaded, in ISO 8601. */
  created: string;
  /** Time from which the version has served requests, in ISO 8601. */
  since: string;
  /**
   * The note of the command that deployed the version. Undefined if another tool deployed it.
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
  /**
   * Deployable versions that have served requests, latest first. There are at most 100. A version that an
   * interrupted deployment has only uploaded isn't among them.
   */
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
  /** Whether this deployment has ever deployed the worker. */
  wasDeployedByUs: boolean;
  /** Whether the worker is reachable at workers.dev. */
  isOnWorkersDev: boolean;
  logSettings: LogSettings;
}

const scriptPath = (account: string, name: string) => `/accounts/${account}/workers/scripts/${name}`;

/** Prefix of the message that a rollback writes to the deployments it makes. */
export const rollbackMessagePrefix = 'back from ';
/**
 * Prefix of the message that a rollback writes if it redeploys a worker's running version without changes ({@link
 * Deployed.leftBehind}).
 */
export const unchangedDeploymentMessagePrefix = 'continues, although it was not part of ';

/** Returns the release that a deployment's message says was rolled back, or undefined if it was no rollback. */
export const releaseOfRollback = (message: string): string | undefined =>
  new RegExp(`^(?:${unchangedDeploymentMessagePrefix})?${rollbackMessagePrefix}(\\w+);`).exec(message)?.[1];

/** Reads an existing worker. */
export async function readWorker(
  { cloudflare, account, owner }: Connection,
  name: string,
): Promise<Deployed> {
  const path = scriptPath(account, name);
  const [deployed, known, { enabled, previews_enabled }, logging] = await Promise.all([
    cloudflare.get(`${path}/deployments`, deployments),
    cloudflare.get(`${path}/versions?deployable=true`, versions),
    cloudflare.get(`${path}/subdomain`, subdomain),
    cloudflare.get(`${path}/script-settings`, scriptSettings),
  ]);
  const [latest] = deployed.deployments;
  const serving = (latest?.versions ?? []).toSorted((left, right) => right.percentage - left.percentage);
  const kept = known.items
    .filter((version) => hasServed(version, deployed.deployments))
    .map((version): Version => {
      const { id, annotations: noted, metadata } = version;
      const tag = String(noted?.['workers/tag'] ?? '');
      const note = parseVersionNote(noted?.['workers/message']);
      const { created_on: created, author_email } = metadata;
      return {
        id,
        fingerprints: parseVersionTag(owner, tag),
        created,
        since: firstDeployment(version, deployed.deployments)?.created_on ?? created,
        note,
        author: author_email ?? undefined,
      };
    })
    .toSorted((left, right) => Date.parse(right.created) - Date.parse(left.created));
  const served = deployed.deployments.flatMap((each) => each.versions.map(({ version_id }) => version_id));
  const ours = kept.filter(({ fingerprints }) => fingerprints !== undefined);
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
    logSettings: {
      observability: logging.observability ?? undefined,
      logpush: logging.logpush ?? undefined,
      tail_consumers: logging.tail_consumers ?? undefined,
    },
  };
}

type ListedVersion = v.InferOutput<typeof versions>['items'][number];
type ListedDeployment = v.InferOutput<typeof deployments>['deployments'][number];

/** Returns the earliest known deployment of a version. */
const firstDeployment = ({ id }: ListedVersion, made: readonly ListedDeployment[]) =>
  made.findLast((each) => each.versions.some(({ version_id }) => version_id === id));

/**
 * Whether a version has ever served requests. Cloudflare lists only the latest deployments, so a version from
 * before the earliest of these counts as served.
 */
function hasServed(version: ListedVersion, made: readonly ListedDeployment[]): boolean {
  const earliest = Date.parse(made.at(-1)?.created_on ?? '');
  const isListed = Date.parse(version.metadata.created_on) >= earliest;
  return !isListed || firstDeployment(version, made) !== undefined;
}

type Names = Pick<DeploymentConfig, 'name' | 'half'>;

/** Whether a worker has a name that this service or gateway could give it. Other deployments could too. */
const isPossibleName = (script: string, { name, half }: Names): boolean =>
  script.startsWith(`${name}-${half}-`) || (half === 'service' && script === `${name}-carrier`);

/**
 * Reads the existing workers with names that this service or gateway could give them, by name. Other tools may have
 * deployed them.
 */
export async function readPossibleWorkers(
  connection: Connection,
  config: Names,
): Promise<Map<string, Deployed>> {
  const { cloudflare, account } = connection;
  const scripts = await cloudflare.get(`/accounts/${account}/workers/scripts`, v.array(script));
  const names = scripts.map(({ id }) => id).filter((name) => isPossibleName(name, config));
  const read = names.map(async (name) => [name, await readWorker(connection, name)] as const);
  return new Map(await Promise.all(read));
}

/** Reads the ID of a worker's latest deployment, by any tool. @returns undefined if the worker doesn't exist. */
export async function readLatestDeploymentId({ cloudflare, account }: Connection, name: string) {
  try {
    const found = await cloudflare.get(`${scriptPath(account, name)}/deployments`, deployments);
    return found.deployments[0]?.id;
  } catch (failure) {
    if (failure instanceof CloudflareApiError && failure.status === 404) return undefined;
    throw failure;
  }
}

/** Reads the tag of the last migration of Durable Object classes that was applied to an existing worker. */
export async function readMigrationTag({ cloudflare, account }: Connection, name: string) {
  const found = await cloudflare.get(`/accounts/${account}/workers/services/${name}`, service);
  return found.default_environment.script.migration_tag ?? undefined;
}

/** Reads the names of a worker's secrets. Cloudflare never returns the secrets' values. */
export async function readSecretNames({ cloudflare, account }: Connection, name: string) {
  const secrets = await cloudflare.get(`${scriptPath(account, name)}/secrets`, v.array(secret));
  return secrets.map((item) => item.name);
}

/** Writes the log settings of a worker. Cloudflare keeps the settings that aren't sent. */
export const writeLogSettings = (
  { cloudflare, account }: Connection,
  name: string,
  settings: LogSettings,
): Promise<void> => cloudflare.patch(`${scriptPath(account, name)}/script-settings`, settings);

interface Switch {
  name: string;
  version: string;
  message: string;
}

/** Deploys an earlier version again. */
export const restoreVersion = (connection: Connection, wanted: Switch): Promise<void> =>
  // Without force, Cloudflare rejects a version from before a secret was last written. It does so even if the
  // secret is the same in every version.
  createDeployment(connection, wanted, '?force=true', {});

/**
 * Lets an uploaded version serve all requests. @param urgent whether running Durable Objects get its code
 * immediately, instead of within five minutes, which is wrangler's default.
 */
export const switchToVersion = (connection: Connection, wanted: Switch, urgent: boolean): Promise<void> =>
  createDeployment(connection, wanted, '', {
    code_update_strategy: urgent ? { mode: 'immediate' } : { mode: 'deferred', max_delay: 300 },
  });

async function createDeployment(
  { cloudflare, account }: Connection,
  { name, version, message }: Switch,
  query: string,
  more: object,
): Promise<void> {
  await cloudflare.post(
    `${scriptPath(account, name)}/deployments${query}`,
    {
      strategy: 'percentage',
      versions: [{ version_id: version, percentage: 100 }],
      annotations: { 'workers/message': message },
      ...more,
    },
    v.unknown(),
  );
}
