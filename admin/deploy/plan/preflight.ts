import { Failure } from '../../../tools/terminal/failure.ts';
import { type Account, type DnsRecord, readDnsRecords } from '../read/account-state.ts';
import { type Deployed, readSecretNames } from '../read/deployed-workers.ts';
import type { Deployment } from '../read/deployment.ts';
import type { DeploymentConfig } from '../settings/config.ts';
import { refuseToMakeInCi, variableOf } from '../settings/secret-sources.ts';
import type { Secrets } from '../settings/secrets.ts';
import type { Target } from './build-workers.ts';

/** The actual and desired state of a deployment. */
interface Found {
  deployment: Deployment;
  account: Account;
  targets: readonly Target[];
  deployed: ReadonlyMap<string, Deployed>;
  /** Newly generated secrets that aren't stored in a file yet. */
  made: Secrets;
}

/**
 * Rejects a deployment that would overwrite another deployment's resources or lose a secret, before anything is
 * written. @throws {Failure} that says what to do.
 */
export async function preflight(found: Found): Promise<void> {
  rejectForeignWorkers(found);
  await refuseHost(found);
  await refuseLostSecrets(found);
  refuseToMakeInCi(found.deployment.config.half, found.made);
}

/** Rejects conflicts with other workers and routes. */
function rejectForeignWorkers({ targets, account, deployed }: Found): void {
  for (const target of targets) {
    const { name, routes = [] } = target;
    if (deployed.get(name)?.wasDeployedByUs === false) {
      throw new Failure(
        `The account has a worker ${name} that this command didn't deploy. Choose another name in the file, or delete that worker.`,
      );
    }
    const taken = account.routes.find(({ pattern, script }) => routes.includes(pattern) && script !== name);
    if (taken !== undefined) {
      const owner = taken.script ? `the worker ${taken.script}` : 'no worker (the route turns workers off)';
      throw new Failure(
        `The route ${taken.pattern} exists and belongs to ${owner}. Delete the route, or choose another host.`,
      );
    }
  }
}

async function refuseHost({ deployment: { config }, targets, account }: Found): Promise<void> {
  const domain = targets.find((target) => target.domain !== undefined);
  if (domain !== undefined) await refuseTakenHost(config, domain, account);
  else await refuseUnproxiedHost(account, config);
}

/** Rejects a service's host that already exists, because the deployment creates the host. */
async function refuseTakenHost(
  { host }: DeploymentConfig,
  { name }: Target,
  { connection, domains }: Account,
): Promise<void> {
  const other = domains.find(({ service }) => service !== name);
  if (other !== undefined) {
    throw new Failure(
      `${host} is a custom domain of the worker ${other.service}. Choose another host, or remove the custom domain from that worker.`,
    );
  }
  if (domains.length > 0) return;
  const [record] = (await readDnsRecords(connection, host)).filter(pointsSomewhere);
  if (record === undefined) return;
  throw new Failure(
    `${host} already has a ${record.type} record. Delete it in the dashboard (DNS › Records), or choose another host.`,
  );
}

/**
 * Rejects a gateway's host that doesn't exist or isn't proxied by Cloudflare. The host belongs to the application,
 * and its routes are reached only through the proxy.
 */
async function refuseUnproxiedHost({ connection }: Account, { host, zone }: DeploymentConfig): Promise<void> {
  const own = (await readDnsRecords(connection, host)).filter(pointsSomewhere);
  const wildcard = `*.${host.split('.').slice(1).join('.')}`;
  const records =
    own.length > 0 || host === zone
      ? own
      : (await readDnsRecords(connection, wildcard)).filter(pointsSomewhere);
  if (records.length === 0) {
    throw new Failure(
      `${host} has no DNS record. Create one that points to your application and is proxied (the orange cloud): DNS › Records.`,
    );
  }
  const open = records.find(({ proxied }) => !proxied);
  if (open === undefined) return;
  throw new Failure(
    `The ${open.type} record of ${open.name} isn't proxied by Cloudflare. Turn its proxy on (the orange cloud): DNS › Records.`,
  );
}

const pointsSomewhere = ({ type }: DnsRecord) => ['A', 'AAAA', 'CNAME'].includes(type);

/**
 * Rejects a deployment that would generate a new value for a secret that workers already have. For example, a new
 * `PHONE_KEY` would turn every existing user into a new user.
 */
async function refuseLostSecrets({ deployment, account, targets, deployed, made }: Found): Promise<void> {
  const { config, paths } = deployment;
  for (const { name, secrets } of targets) {
    if (!deployed.has(name) || !Object.keys(secrets).some((secret) => secret in made)) continue;
    const lost = (await readSecretNames(account.connection, name)).filter((secret) => secret in made);
    if (lost.length === 0) continue;
    throw new Failure(
      `${name} already has ${lost.join(' and ')}, but ${paths.secrets} doesn't. Copy that file from the machine of the last deployment, or set ${lost.map((secret) => variableOf(config.half, secret)).join(' and ')}. Secrets can't be read back from Cloudflare.`,
    );
  }
}
