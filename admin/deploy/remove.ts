import { halfOf } from '../../tools/configuration/index.ts';
import { loadWorkers } from '../../tools/configuration/load-workers.ts';
import type { ListedWorker } from '../../workers/workers.ts';
import type { Connection } from './cloudflare/connection.ts';
import { withLock } from './cloudflare/deployment-lock.ts';
import { type Account, ownWorkers } from './read/account-state.ts';
import type { Deployment } from './read/deployment.ts';
import { findKvNamespaces, type Namespace } from './read/kv-namespaces.ts';
import type { DeploymentConfig } from './settings/config.ts';

/** Everything at Cloudflare that a deployment has created. */
interface Resources {
  /** The names of the workers, callers before the workers that they're bound to. */
  workers: string[];
  /** Workers with the deployment's prefix that another deployment or another tool deployed. They stay. */
  foreign: string[];
  routes: Account['routes'];
  domains: Account['domains'];
  namespaces: Namespace[];
  /** The Durable Object classes, whose objects are deleted with their worker. */
  classes: string[];
}

interface RemoveOptions {
  dryRun: boolean;
  takeOver: boolean;
  /** Asks the operator to type the name. @throws {Failure} if the operator doesn't. */
  confirm(name: string): Promise<void>;
}

type Print = (line: string) => void;

/**
 * Removes a service or gateway from Cloudflare with all its data, and reports what stays.
 * @throws {Failure} if a step fails. The command can then be run again.
 */
export async function removeDeployment(
  deployment: Deployment,
  { dryRun, takeOver, confirm }: RemoveOptions,
  print: Print,
): Promise<void> {
  const { config } = deployment;
  const { connection } = await deployment.account();
  const found = await findResources(deployment);
  print(`${config.name}: the ${config.half} at https://${config.host}`);
  for (const line of describe(found)) print(`  would delete ${line}`);
  if (describe(found).length === 0) print('  nothing is deployed');
  else if (!dryRun) {
    await confirm(`${config.name}-${config.half}`);
    await withLock({ deployment, takeOver, print }, async (lock) => {
      for (const [line, path] of deletions(connection, found)) {
        await lock.confirm();
        await connection.cloudflare.delete(path);
        print(`  deleted ${line}`);
      }
    });
  }
  for (const line of remaining(deployment, found)) print(`  stays: ${line}`);
}

async function findResources(deployment: Deployment): Promise<Resources> {
  const { config } = deployment;
  const listed = (await loadWorkers()).filter((worker) => halfOf(worker) === config.half);
  const account = await deployment.account();
  const namespaces = await findKvNamespaces(account.connection, config, listed);
  const own = [...ownWorkers(account).keys()];
  const workers = inOrderOfRemoval(own, listed, config);
  return {
    workers,
    foreign: [...account.workers.keys()].filter((name) => !own.includes(name)),
    routes: account.routes.filter(({ script }) => script != null && workers.includes(script)),
    domains: account.domains.filter(({ service }) => workers.includes(service)),
    namespaces: namespaces.filter(({ id }) => id !== undefined),
    classes: listed.flatMap(({ worker, classes }) =>
      workers.includes(`${config.name}-${worker}`) ? (classes?.flat() ?? []) : [],
    ),
  };
}

/** The reverse of the order of deployment. Workers that are no longer listed come first. */
function inOrderOfRemoval(
  names: readonly string[],
  listed: readonly ListedWorker[],
  { name: prefix }: DeploymentConfig,
): string[] {
  const position = (name: string) => listed.findIndex(({ worker }) => name === `${prefix}-${worker}`);
  const last = (name: string) => (position(name) === -1 ? listed.length : position(name));
  return names.toSorted((left, right) => last(right) - last(left));
}

const describe = ({ workers, routes, domains, namespaces, classes }: Resources): string[] => [
  ...routes.map(({ pattern }) => `the route ${pattern}`),
  ...domains.map(({ hostname }) => `the custom domain ${hostname}`),
  ...workers.map((name) => `the worker ${name}`),
  ...(classes.length === 0 ? [] : [`all Durable Objects of ${classes.join(', ')}, with their data`]),
  ...namespaces.map(({ title }) => `the KV namespace ${title}, with its data`),
];

/** The deletions in order, with the path of each: first the ways in, then the workers, then the data. */
function deletions(
  { account, zone }: Connection,
  { workers, routes, domains, namespaces }: Resources,
): [line: string, path: string][] {
  const own = `/accounts/${account}`;
  return [
    ...routes.map(({ id, pattern }): [string, string] => [
      `the route ${pattern}`,
      `/zones/${zone}/workers/routes/${id}`,
    ]),
    ...domains.map(({ id, hostname }): [string, string] => [
      `the custom domain ${hostname}`,
      `${own}/workers/domains/${id}`,
    ]),
    ...workers.map((name): [string, string] => [
      `the worker ${name}`,
      `${own}/workers/scripts/${name}?force=true`,
    ]),
    ...namespaces.map(({ id, title }): [string, string] => [
      `the KV namespace ${title}`,
      `${own}/storage/kv/namespaces/${id}`,
    ]),
  ];
}

const remaining = ({ config, paths }: Deployment, { foreign }: Resources): string[] => [
  ...foreign.map((name) => `the worker ${name}, which another deployment or tool deployed`),
  `the DNS record of ${config.host}, if you created it`,
  `the log lines in Workers Logs, until they expire`,
  `${paths.secrets} and the settings file on this machine`,
  config.half === 'service'
    ? 'the data that applications have received'
    : 'the registration of this gateway at the login service (applications delete)',
];
