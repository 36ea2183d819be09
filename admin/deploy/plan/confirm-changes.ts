import { confirm } from '../../cli/confirm.ts';
import { describeAddedWorkers } from './added-workers.ts';
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
  const byHand = targets.flatMap(({ name }) => {
    const worker = plan.deployed.get(name);
    const change = worker && describeManualChange(worker);
    return change === undefined ? [] : [`${name} ${change}`];
  });
  return [
    ...byHand,
    ...describeAddedWorkers(plan),
    ...(await describeChangedSettings(plan, targets)),
    ...changedLogSettingsOf(plan, targets),
  ];
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
