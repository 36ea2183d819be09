import {
  describeChangedLogSettings,
  describeKeptLogSettings,
  type LogSettings,
} from '../settings/log-settings.ts';
import { isOperatorsOwn, type Target } from './build-workers.ts';
import type { Plan } from './plan.ts';

/** Describes the log settings at Cloudflare that a deployment of the given workers changes, one per line. */
export const changedLogSettingsOf = (plan: Plan, targets: readonly Target[]): string[] =>
  describe(plan, targets, (current, wanted) =>
    describeChangedLogSettings(current, wanted).map((line) => `log setting ${line}`),
  );

/** Describes the log settings that were set at Cloudflare and that every deployment keeps, one per line. */
export const keptLogSettings = (plan: Plan): string[] =>
  describe(plan, plan.targets, (current, wanted) =>
    describeKeptLogSettings(current, wanted).map(
      (line) => `keeps the log setting ${line}, which was set at Cloudflare`,
    ),
  );

/** Workers with the same line share it. */
function describe(
  { deployed }: Plan,
  targets: readonly Target[],
  compare: (current: LogSettings, wanted: LogSettings) => string[],
): string[] {
  const lines = new Map<string, number>();
  for (const target of targets) {
    const existing = deployed.get(target.name)?.logSettings;
    if (existing === undefined || isOperatorsOwn(target)) continue;
    for (const line of compare(existing, target.logSettings)) lines.set(line, (lines.get(line) ?? 0) + 1);
  }
  return [...lines].map(([line, count]) => `${line} (${count === 1 ? '1 worker' : `${count} workers`})`);
}
