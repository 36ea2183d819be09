import { confirm } from '../../cli/confirm.ts';
import { interruptedRelease } from '../read/releases.ts';
import { describeChangedSettings } from './changed-settings.ts';
import { changedLogSettingsOf } from './log-setting-changes.ts';
import { describeManualChange } from './manual-changes.ts';
import type { Plan } from './plan.ts';

/**
 * Describes the changes that the operator must confirm, one per line: changed settings, added workers, and manually
 * changed workers. The first deployment of a service or gateway has none.
 */
export async function changesToConfirm(plan: Plan): Promise<string[]> {
  const targets = plan.changes.map(({ target }) => target);
  const added = addedWorkers(plan);
  const byHand = targets.flatMap(({ name }) => {
    const worker = plan.deployed.get(name);
    const change = worker && describeManualChange(worker);
    return change === undefined ? [] : [`${name} ${change}`];
  });
  return [
    ...byHand,
    ...added,
    ...(await describeChangedSettings(plan, targets)),
    ...changedLogSettingsOf(plan, targets),
  ];
}

/**
 * Describes the workers that a deployment adds. If the previous deployment was interrupted, missing workers don't
 * count as added, because they still belong to that deployment.
 */
function addedWorkers({ targets, deployed }: Plan): string[] {
  const isFirst = ![...deployed.values()].some(({ wasDeployedByUs }) => wasDeployedByUs);
  if (isFirst || interruptedRelease(deployed) !== undefined) return [];
  return targets
    .filter(({ name }) => !deployed.has(name))
    .map(({ name }) => `${name}: not deployed → deployed`);
}

/**
 * Asks the operator to confirm. @param yes whether the operator has confirmed with `--yes`. @throws {Failure} if
 * the operator doesn't confirm.
 */
export async function confirmChanges(lines: readonly string[], yes: boolean, print: (line: string) => void) {
  if (lines.length === 0) return;
  for (const line of lines) print(`  ${line}`);
  await confirm('The deployment will make the changes above.', yes);
}
