import { confirm } from '../cli/confirm.ts';
import { describeChangedSettings } from './changed-settings.ts';
import { isOfHalf } from './deployed.ts';
import { changedByHand } from './manual-changes.ts';
import type { Plan } from './plan.ts';
import { interruptedRelease } from './releases.ts';

/**
 * Describes the changes that the operator has to agree to, a line each: changed settings, workers that join, and workers
 * that were changed by hand. The first deployment of a service or gateway has none.
 */
export async function changesToConfirm(plan: Plan): Promise<string[]> {
  const targets = plan.changes.map(({ target }) => target);
  const byHand = targets.flatMap(({ name }) => {
    const worker = plan.deployed.get(name);
    const change = worker && changedByHand(worker);
    return change === undefined ? [] : [`${name} ${change}`];
  });
  return [...byHand, ...addedWorkers(plan), ...(await describeChangedSettings(plan, targets))];
}

/** Workers that join a deployment. After one that broke off, the missing workers are the rest of it. */
function addedWorkers({ deployment, targets, deployed, account }: Plan): string[] {
  const isFirst = !account.scripts.some((name) => isOfHalf(name, deployment.config));
  if (isFirst || interruptedRelease(deployed) !== undefined) return [];
  return targets
    .filter(({ name }) => !deployed.has(name))
    .map(({ name }) => `${name}: not deployed → deployed`);
}

/** Asks the operator to agree. @param yes whether they agreed with `--yes`. @throws {Failure} if they do not. */
export async function confirmChanges(lines: readonly string[], yes: boolean, print: (line: string) => void) {
  if (lines.length === 0) return;
  for (const line of lines) print(`  ${line}`);
  await confirm('The deployment changes what is listed above.', yes);
}
