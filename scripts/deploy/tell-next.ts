import { type Described, filesOf } from './file.ts';
import type { Plan } from './plan.ts';

/** Settings of the pages of a service that people look for. None is required. */
const wanted = ['OPERATOR_NAME', 'PRIVACY_URL', 'SUPPORT_URL'];

/** Names the settings without which the pages of a sign-in lack an operator, a privacy notice, or help. */
export function mentionUnset({ described, workers }: Plan, say: (line: string) => void): void {
  const { half, settings } = described;
  const unset = wanted.filter((name) => !(name in settings));
  const hasPages = workers.some(({ worker }) => worker === 'service-authorize');
  if (half !== 'service' || !hasPages || unset.length === 0) return;
  say(`  the sign-in pages lack ${unset.join(', ')}: set them in [service.settings] before people sign in`);
}

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
