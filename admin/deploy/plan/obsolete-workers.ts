import { type Account, ownWorkers } from '../read/account-state.ts';
import type { Plan } from './plan.ts';

/**
 * Lists workers and routes that are no longer part of this deployment. They still handle requests, because
 * wrangler doesn't delete them.
 */
export function listObsoleteWorkers(
  { targets }: Plan,
  account: Account,
  print: (line: string) => void,
): void {
  const wanted = new Map(targets.map(({ name, routes }) => [name, routes]));
  for (const name of ownWorkers(account).keys()) {
    if (wanted.has(name)) continue;
    print(`  ${name} is still deployed but no longer used; to delete it: npx wrangler delete --name ${name}`);
  }
  for (const { pattern, script } of account.routes) {
    const routes = wanted.get(script ?? '');
    if (routes === undefined || routes.includes(pattern)) continue;
    print(`  the route ${pattern} still leads to ${script}; delete it in the dashboard (Workers Routes)`);
  }
}
