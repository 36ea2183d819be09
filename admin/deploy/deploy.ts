import { applyPlan } from './apply.ts';
import { reportCarriers } from './carrier-status.ts';
import { checkDeployed } from './check-deployment.ts';
import { changesToConfirm, confirmChanges } from './confirm-changes.ts';
import type { Deployment } from './deployment.ts';
import type { Lock } from './lock.ts';
import { routesToMove } from './moved-routes.ts';
import { printNextSteps } from './next-steps.ts';
import { listObsoleteWorkers } from './obsolete-workers.ts';
import { makePlan } from './plan.ts';
import { refuseChangedSecrets } from './secret-drift.ts';
import { warnAboutSettings } from './settings-warnings.ts';
import type { NotedPass } from './version-metadata.ts';

export type Print = (line: string) => void;

export interface DeployOptions {
  /** Secrets that take the place of others that run. */
  replaced?: readonly string[];
  /** Whether workers are deployed anew that are as they should be: somebody may have written their tags. */
  all?: boolean;
  /** Whether the lock is taken from whoever holds it. */
  takeOver?: boolean;
  /** Whether the operator agreed to what {@link changesToConfirm} names. It skips no refusal. */
  yes?: boolean;
  /** The pass of a rotation that this deployment is. */
  pass?: NotedPass;
  /** The lock, if the caller holds it already. */
  lock?: Lock;
  /** Whether the host is asked afterwards; by default it is. */
  check?: boolean;
}

const titleOf = ({ config: { name, half, host } }: Deployment): string =>
  `${name}: the ${half} at https://${host}`;

/** Says what a deployment would do, and does nothing. @throws {Failure} where it would be refused. */
export async function printDeploymentPlan(
  deployment: Deployment,
  { replaced = [], all }: DeployOptions,
  print: Print,
) {
  const plan = await makePlan(deployment, all);
  print(titleOf(deployment));
  for (const name of Object.keys(plan.made)) print(`  would make the secret ${name}`);
  for (const { title, id } of plan.namespaces)
    if (id === undefined) print(`  would make the KV namespace ${title}`);
  for (const limit of plan.limits) print(`  ${limit}`);
  warnAboutSettings(plan, print);
  for (const { target, reason } of plan.changes) {
    print(`  would deploy ${target.name}: ${reason}`);
    for (const { pattern } of routesToMove(target, plan.account))
      print(`  would move the route ${pattern} from ${target.formerName}`);
  }
  const confirmed = await changesToConfirm(plan);
  for (const line of confirmed) print(`  ${line}`);
  if (confirmed.length > 0) print('  would ask before it goes on (--yes agrees)');
  if (plan.changes.length === 0) print('  nothing would change');
  refuseChangedSecrets(plan, replaced);
}

/**
 * Deploys the workers of one half that differ from what is wanted, and checks them.
 * @param print takes a line for each step. @throws {Failure} in a sentence, with what to do.
 */
export async function deploy(deployment: Deployment, options: DeployOptions, print: Print): Promise<void> {
  const { replaced = [], all, yes = false, check = true } = options;
  const plan = await makePlan(deployment, all);
  print(titleOf(deployment));
  refuseChangedSecrets(plan, replaced);
  if (plan.fromEnvironment.length > 0)
    print(`  secrets from the environment: ${plan.fromEnvironment.join(', ')}`);
  warnAboutSettings(plan, print);
  await confirmChanges(await changesToConfirm(plan), yes, print);
  const account = await applyPlan(plan, options, print);
  listObsoleteWorkers(plan, account, print);
  if (check) {
    await checkDeployed(deployment.config.host, plan.workers, print);
    await reportCarriers(plan, print);
  }
  printNextSteps(plan, print);
}
