import { type CarrierCode, carrierCodes } from '../../packages/plid/protocol/user-record.ts';
import type { CheckedCarrier } from '../cli/admin-api.ts';
import type { Plan } from './plan.ts';

type Deployed = Pick<Plan, 'described' | 'workers'>;
type Say = (line: string) => void;

/** Warns of settings that a deployment accepts and that keep users from signing in, or their pages from naming the operator. */
export function warnOfSettings(deployed: Deployed, say: Say): void {
  warnOfNoCarrier(deployed, say);
  if (!hasPages(deployed)) return;
  warnOfLockout(deployed, say);
  warnOfUnset(deployed, say);
}

/** Whether the service asks carriers over HTTP, and not a worker of the operator's own. */
export const isOverHttp = ({ workers }: Deployed): boolean =>
  workers.some(({ worker }) => worker === 'service-carriers');

const hasPages = ({ workers }: Deployed): boolean =>
  workers.some(({ worker }) => worker === 'service-authorize');

function warnOfNoCarrier(deployed: Deployed, say: Say): void {
  const { settings } = deployed.described;
  if (isOverHttp(deployed) && !carrierCodes.some((code) => `CARRIER_${code}` in settings))
    say('  no carrier is set: nobody can sign in with a phone (docs/operating.md, The carriers)');
}

const lockout = (codes: readonly string[]) =>
  `Warning: strangers' pushes can lock customers of ${codes.join(', ')} out of new browsers`;

/** Customers of a carrier without a start have no way in except pushes, which strangers can use up. */
function warnOfLockout({ described: { settings, carrier } }: Deployed, say: Say): void {
  if (settings.STARTS === undefined) return;
  const starts = settings.STARTS.split(',');
  const hasStart = (code: CarrierCode) => starts.some((name) => name.startsWith(`${code}-`));
  const isAsked = (code: CarrierCode) => carrier !== undefined || `CARRIER_${code}` in settings;
  const without = carrierCodes.filter((code) => isAsked(code) && !hasStart(code));
  if (without.length === 0) return;
  say(
    `  ${lockout(without)}: STARTS has no start of theirs. Remove STARTS to offer all (docs/operating.md, Limits)`,
  );
}

/** Warns of carriers that have answered that they offer no start. */
export function warnOfNoStarts(carriers: readonly CheckedCarrier[], say: Say): void {
  const without = carriers.filter(({ starts }) => starts === false).map(({ carrier }) => carrier);
  if (without.length === 0) return;
  say(
    `${lockout(without)}: these carriers offer no start. Ask them for it, and leave them out of STARTS until then`,
  );
}

/** Settings without which the sign-in pages name no operator, privacy notice, or help. */
const wanted = ['OPERATOR_NAME', 'PRIVACY_URL', 'SUPPORT_URL'];

function warnOfUnset({ described: { settings } }: Deployed, say: Say): void {
  const unset = wanted.filter((name) => !(name in settings));
  if (unset.length === 0) return;
  say(`  the sign-in pages lack ${unset.join(', ')}: set them in [service.settings] before people sign in`);
}
