import { Failure } from '../cli/failure.ts';
import { type Account, type DnsRecord, type Place, readRecords } from './account.ts';
import type { Target } from './build.ts';
import type { Cloudflare } from './cloudflare.ts';
import type { Described } from './config.ts';
import type { Deployed } from './deployed.ts';

/**
 * Looks for workers, routes and DNS records of others that a deployment would overwrite, before anything is written.
 * @throws {Failure} with what to do.
 */
export async function refuseObstacles(
  cloudflare: Cloudflare,
  place: Place,
  described: Described,
  targets: readonly Target[],
  account: Account,
  deployed: ReadonlyMap<string, Deployed>,
): Promise<void> {
  for (const { name, routes = [] } of targets) {
    if (deployed.get(name)?.ours === false) {
      throw new Failure(
        `There is a worker ${name} in this account that this command has not deployed. Choose another name in the file, or delete that worker.`,
      );
    }
    const taken = account.routes.find(({ pattern, script }) => routes.includes(pattern) && script !== name);
    if (taken !== undefined) {
      const owner = taken.script ? `the worker ${taken.script}` : 'no worker (it is switched off there)';
      throw new Failure(
        `The route ${taken.pattern} belongs to ${owner}. Delete it there, or choose another host.`,
      );
    }
  }
  const domain = targets.find((target) => target.domain !== undefined);
  if (domain !== undefined) await refuseTakenHost(cloudflare, place, described, domain, account);
  else await refuseUnproxiedHost(cloudflare, place, described);
}

/** The service's host is made by the deployment: nothing else may be there. */
async function refuseTakenHost(
  cloudflare: Cloudflare,
  place: Place,
  { host }: Described,
  { name }: Target,
  { domains }: Account,
): Promise<void> {
  const other = domains.find(({ service }) => service !== name);
  if (other !== undefined) {
    throw new Failure(
      `${host} is a custom domain of the worker ${other.service}. Choose another host, or remove it there.`,
    );
  }
  if (domains.length > 0) return;
  const [record] = (await readRecords(cloudflare, place, host)).filter(pointsSomewhere);
  if (record === undefined) return;
  throw new Failure(
    `${host} has a ${record.type} record already. Delete it in the dashboard (DNS › Records), or choose another host.`,
  );
}

/** The gateway's host is the application's own: it must be there, behind Cloudflare, for a route to be reached. */
async function refuseUnproxiedHost(
  cloudflare: Cloudflare,
  place: Place,
  { host, zone }: Described,
): Promise<void> {
  const own = (await readRecords(cloudflare, place, host)).filter(pointsSomewhere);
  const wildcard = `*.${host.split('.').slice(1).join('.')}`;
  const records =
    own.length > 0 || host === zone
      ? own
      : (await readRecords(cloudflare, place, wildcard)).filter(pointsSomewhere);
  if (records.length === 0) {
    throw new Failure(
      `${host} has no DNS record. Make one that points to your application, with the proxy on (the orange cloud): DNS › Records.`,
    );
  }
  const open = records.find(({ proxied }) => !proxied);
  if (open === undefined) return;
  throw new Failure(
    `The ${open.type} record of ${open.name} goes past Cloudflare. Switch its proxy on (the orange cloud): DNS › Records.`,
  );
}

const pointsSomewhere = ({ type }: DnsRecord) => ['A', 'AAAA', 'CNAME'].includes(type);
