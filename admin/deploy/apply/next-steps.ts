import type { Plan } from '../plan/plan.ts';
import type { Deployment } from '../read/deployment.ts';

/** Prints the next steps for the operator after the first deployment of a service or gateway. */
export function printNextSteps({ deployment, deployed }: Plan, print: (line: string) => void): void {
  if (deployed.size === 0) print(next(deployment));
}

function next({ config: { half, host }, paths: { secrets } }: Deployment): string {
  return half === 'service'
    ? `Next: register an application (docs/operate/applications.md). Set PLID_ADMIN_TOKEN to the ADMIN_TOKEN in ${secrets}, then run: npx plid-admin applications create --url https://${host} --help`
    : `Next: open https://${host}/auth/login, and check the whole gateway: npx plid-admin doctor --url https://${host}`;
}
