import { interruptedRelease } from '../read/releases.ts';
import type { Plan } from './plan.ts';

/**
 * Describes the workers that a deployment adds. If the previous deployment was interrupted, missing workers don't
 * count as added, because they still belong to that deployment.
 */
export function describeAddedWorkers({ targets, deployed }: Plan): string[] {
  const isFirst = ![...deployed.values()].some(({ wasDeployedByUs }) => wasDeployedByUs);
  if (isFirst || interruptedRelease(deployed) !== undefined) return [];
  return targets
    .filter(({ name }) => !deployed.has(name))
    .map(({ name }) => `${name}: not deployed → deployed`);
}
