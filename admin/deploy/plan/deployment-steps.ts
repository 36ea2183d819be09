import { type Deployed, readMigrationTag } from '../read/deployed-workers.ts';
import { isOperatorsOwn, type Target } from './build-workers.ts';
import type { Plan } from './plan.ts';
import { triggerDrift } from './workers-to-deploy.ts';

/**
 * How a worker gets its new version:
 * - `switch`: the version is uploaded beforehand and then serves all requests at once.
 * - `deploy first`: wrangler deploys the worker before any version is uploaded, because an upload can neither create
 *   a worker nor migrate Durable Object classes, and other workers' versions may be bound to the result.
 * - `deploy in place`: wrangler deploys the worker in its turn, because an upload doesn't change routes, hosts, and
 *   workers.dev addresses, or because the worker's configuration is the operator's own.
 */
type Method = 'switch' | 'deploy first' | 'deploy in place';

/** One worker of a deployment. */
export interface Step {
  target: Target;
  reason: string;
  method: Method;
}

/** Returns the steps of a deployment, in the plan's order. @param built the workers with the new namespaces. */
export const planSteps = (plan: Plan, built: readonly Target[]): Promise<Step[]> =>
  Promise.all(
    plan.changes.map(async ({ target: planned, reason }): Promise<Step> => {
      const target = built.find(({ name }) => name === planned.name) ?? planned;
      const method = await methodFor(target, plan.deployed.get(target.name), plan);
      return { target, reason, method };
    }),
  );

async function methodFor(target: Target, deployed: Deployed | undefined, { account }: Plan): Promise<Method> {
  if (deployed === undefined) return 'deploy first';
  if (isOperatorsOwn(target)) return 'deploy in place';
  if (
    target.migrationTag !== undefined &&
    (await readMigrationTag(account.connection, target.name)) !== target.migrationTag
  )
    return 'deploy first';
  return triggerDrift(target, deployed, account) === undefined ? 'switch' : 'deploy in place';
}
