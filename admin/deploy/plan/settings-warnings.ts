import { type CarrierCode, carrierCodes } from '../../../workers/core/protocol/user-record.ts';
import { isAdapter } from '../../../workers/service/carriers/carriers-settings.ts';
import type { Plan } from './plan.ts';

type Deployed = Pick<Plan, 'deployment' | 'workers'>;
type Print = (line: string) => void;

/**
 * Warns about settings that a deployment accepts but that prevent users from signing in, or prevent the pages from
 * naming the operator.
 */
export function warnAboutSettings(deployed: Deployed, print: Print): void {
  warnOfNoCarrier(deployed, print);
  if (!hasPages(deployed)) return;
  warnOfLockout(deployed, print);
  warnOfUnset(deployed, print);
}

/** Whether the service calls carriers over HTTP instead of through the operator's own worker. */
export const callsCarriersOverHttp = ({ workers }: Deployed): boolean =>
  workers.some(({ worker }) => worker === 'service-carriers');

const hasPages = ({ workers }: Deployed): boolean =>
  workers.some(({ worker }) => worker === 'service-authorize');

function warnOfNoCarrier(deployed: Deployed, print: Print): void {
  const { settings } = deployed.deployment.config;
  if (callsCarriersOverHttp(deployed) && !carrierCodes.some((code) => `CARRIER_${code}` in settings))
    print("  no carrier is configured: users can't sign in with a phone (docs/operate/carriers.md)");
}

/** The first part of both lockout warnings. */
export const lockoutWarning = (codes: readonly string[]) =>
  `Warning: attackers can use push requests to lock subscribers of ${codes.join(', ')} out of new browsers`;

/**
 * Warns about carriers without app-initiated sign-in. Their subscribers can use only pushes, which attackers can
 * use up.
 */
function warnOfLockout(
  {
    deployment: {
      config: { settings, carrier },
    },
  }: Deployed,
  print: Print,
): void {
  if (settings.STARTS === undefined) return;
  const starts = settings.STARTS.split(',');
  const hasStart = (code: CarrierCode) => starts.some((name) => name.startsWith(`${code}-`));
  const isAsked = (code: CarrierCode) => carrier !== undefined || `CARRIER_${code}` in settings;
  // An adapter's phones can't start a sign-in, and the check after the deployment says so.
  const without = carrierCodes.filter(
    (code) => isAsked(code) && !isAdapter(settings[`CARRIER_${code}`] ?? '') && !hasStart(code),
  );
  if (without.length === 0) return;
  print(
    `  ${lockoutWarning(without)} because STARTS contains none of their starts. To offer all starts, remove STARTS (docs/reference/limits.md)`,
  );
}

/** Settings that the sign-in pages need to name the operator, the privacy notice, and help. */
const wanted = ['OPERATOR_NAME', 'PRIVACY_URL', 'SUPPORT_URL'];

function warnOfUnset(
  {
    deployment: {
      config: { settings },
    },
  }: Deployed,
  print: Print,
): void {
  const unset = wanted.filter((name) => !(name in settings));
  if (unset.length === 0) return;
  print(`  the sign-in pages lack ${unset.join(', ')}: set them in [service.settings] before users sign in`);
}
