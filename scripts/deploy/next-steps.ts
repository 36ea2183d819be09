import { type Described, filesOf } from './config.ts';
import type { Plan } from './plan.ts';

/** After the first deployment of a half, says what comes next. */
export function sayNext({ described, deployed }: Plan, say: (line: string) => void): void {
  if (deployed.size === 0) say(next(described));
}

function next(described: Described): string {
  const { half, host } = described;
  const { secrets } = filesOf(described);
  return half === 'service'
    ? `Next: register an application (docs/applications.md). Set PLID_ADMIN_TOKEN to the ADMIN_TOKEN in ${secrets}, then run: npm run plid -- applications create --url https://${host} --help`
    : `Next: open https://${host}/auth/login, and check the whole gateway: npm run plid -- doctor --url https://${host}`;
}
