import type { Account } from '../read/account-state.ts';
import { readDeploymentWorkers } from '../read/deployed-workers.ts';
import type { Plan } from './plan.ts';

/**
 * Lists workers and routes that are no longer part of this deployment. They still handle requests, because
 * wrangler doesn't delete them.
 */
export async function listObsoleteWorkers(
  { connection, deployment, targets }: Plan,
  account: Account,
  print: (line: string) => void,
): Promise<void> {
  const wanted = new Map(targets.map(({ name, routes }) => [name, routes]));
  for (const name of (await readDeploymentWorkers(connection, deployment.config)).keys()) {
    if (wanted.has(name)) continue;
    print(`  ${name} is still deployed but no longer used; to delete it: npx wrangler delete --name ${name}`);
  }
  for (const { pattern, script } of account.routes) {
    const routes = wanted.get(script ?? '');
    if (routes === undefined || routes.includes(pattern)) continue;
    print(`  the route ${pattern} still leads to ${script}; delete it in the dashboard (Workers Routes)`);
  }
}
