import type { Lock } from '../cloudflare/deployment-lock.ts';
import type { RecordedPass } from '../cloudflare/version-metadata.ts';
import { reportCarriers } from '../plan/carrier-status.ts';
import { changesToConfirm, confirmChanges } from '../plan/confirm-changes.ts';
import { keptLogSettings } from '../plan/log-setting-changes.ts';
import { listObsoleteWorkers } from '../plan/obsolete-workers.ts';
import { makePlan } from '../plan/plan.ts';
import { refuseChangedSecrets } from '../plan/secret-drift.ts';
import { warnAboutSettings } from '../plan/settings-warnings.ts';
import type { Deployment } from '../read/deployment.ts';
import { applyPlan } from './apply-plan.ts';
import { checkDeployed } from './check-deployment.ts';
import { printNextSteps } from './next-steps.ts';

export type Print = (line: string) => void;

export interface DeployOptions {
  /** The names of secrets whose running values this deployment may replace. */
  replaced?: readonly string[];
  /** Whether to also deploy unchanged workers, because another tool may have written their tags. */
  all?: boolean;
  /** Whether running Durable Objects get the new code immediately instead of within five minutes. */
  urgent?: boolean;
  /** Whether to take the lock over from its holder. */
  takeOver?: boolean;
  /** Whether the operator has confirmed {@link changesToConfirm}. Confirmation doesn't skip any error. */
  yes?: boolean;
  /** The rotation pass that this deployment performs, if any. */
  pass?: RecordedPass;
  /** The lock, if the caller already has it. */
  lock?: Lock;
  /** Whether to check the host after the deployment. The default is yes. */
  check?: boolean;
  /** Called when every worker is deployed, before the host is checked. */
  onDeployed?: () => void;
}

const titleOf = ({ config: { name, half, host } }: Deployment): string =>
  `${name}: the ${half} at https://${host}`;

/** Prints what a deployment would do, without changes. @throws {Failure} if it would be rejected. */
export async function printDeploymentPlan(
  deployment: Deployment,
  { replaced = [], all }: DeployOptions,
  print: Print,
) {
  const plan = await makePlan(deployment, all);
  print(titleOf(deployment));
  for (const name of Object.keys(plan.newSecrets)) print(`  would generate the secret ${name}`);
  for (const { title, id } of plan.namespaces)
    if (id === undefined) print(`  would create the KV namespace ${title}`);
  for (const limit of plan.limits) print(`  ${limit}`);
  warnAboutSettings(plan, print);
  for (const { target, reason } of plan.changes) print(`  would deploy ${target.name}: ${reason}`);
  for (const line of keptLogSettings(plan)) print(`  ${line}`);
  const confirmed = await changesToConfirm(plan);
  for (const line of confirmed) print(`  ${line}`);
  if (confirmed.length > 0) print('  would ask for confirmation (--yes confirms)');
  if (plan.changes.length === 0) print('  nothing would change');
  refuseChangedSecrets(plan, replaced);
}

/**
 * Deploys the changed workers of a service or gateway, and checks them. @param print prints a line per step.
 * @throws {Failure} if a step fails. The message describes what to do.
 */
export async function deploy(deployment: Deployment, options: DeployOptions, print: Print): Promise<void> {
  const { replaced = [], all, yes = false, check = true, onDeployed } = options;
  const plan = await makePlan(deployment, all);
  print(titleOf(deployment));
  refuseChangedSecrets(plan, replaced);
  if (plan.fromEnvironment.length > 0)
    print(`  secrets from the environment: ${plan.fromEnvironment.join(', ')}`);
  warnAboutSettings(plan, print);
  await confirmChanges(await changesToConfirm(plan), yes, print);
  const account = await applyPlan(plan, options, print);
  onDeployed?.();
  listObsoleteWorkers(plan, account, print);
  if (check) {
    await checkDeployed(deployment.config.host, plan.workers, print);
    await reportCarriers(plan, print);
  }
  printNextSteps(plan, print);
}
