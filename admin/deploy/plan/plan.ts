import type { Account } from '../read/account-state.ts';
import type { Deployed } from '../read/deployed-workers.ts';
import type { Deployment } from '../read/deployment.ts';
import { findKvNamespaces, type Namespace } from '../read/kv-namespaces.ts';
import { buildTargets } from './build-targets.ts';
import type { Target } from './build-workers.ts';
import { type DesiredState, readDesiredState } from './desired-state.ts';
import { preflight } from './preflight.ts';
import { type Change, findWorkersToDeploy } from './workers-to-deploy.ts';

/**
 * A deployment's desired and existing resources, and the changes that are needed. Making a plan writes only to the
 * plan's own folder.
 */
export interface Plan
  extends Pick<DesiredState, 'deployment' | 'workers' | 'limits' | 'fromEnvironment' | 'newSecrets'> {
  namespaces: Namespace[];
  targets: Target[];
  deployed: Map<string, Deployed>;
  account: Account;
  /** The targets to deploy. */
  changes: Change[];
  /** Builds the targets again with the new namespaces. */
  rebuild(namespaces: readonly Namespace[]): Promise<Target[]>;
}

/**
 * Compares the files of a deployment with the account. @param all whether to also deploy unchanged workers.
 * @throws {Failure} if something is missing, invalid, or in conflict. In this case, nothing has been written at
 * Cloudflare.
 */
export async function makePlan(deployment: Deployment, all = false): Promise<Plan> {
  const wanted = await readDesiredState(deployment);
  const { workers, limits, fromEnvironment, newSecrets: made } = wanted;
  const account = await deployment.account();
  const { connection } = account;
  const namespaces = await findKvNamespaces(connection, deployment.config, workers);
  const rebuild = (current: readonly Namespace[]) => buildTargets(wanted, connection, current);
  const targets = await rebuild(namespaces);
  const names = new Set(targets.map(({ name }) => name));
  const deployed = new Map([...account.workers].filter(([name]) => names.has(name)));
  await preflight({ deployment, account, targets, deployed, made });
  const changes = findWorkersToDeploy(targets, deployed, account, all);
  return {
    deployment,
    workers,
    limits,
    fromEnvironment,
    newSecrets: made,
    namespaces,
    targets,
    deployed,
    account,
    changes,
    rebuild,
  };
}
