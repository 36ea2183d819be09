import { type CarrierCode, carrierCodes } from '../../packages/plid/protocol/user-record.ts';
import type { CheckedCarrier } from '../cli/admin-api.ts';
import type { Plan } from './plan.ts';

type Deployed = Pick<Plan, 'workers'> & { described: Pick<Plan['described'], 'settings' | 'carrier'> };

const warning = (codes: readonly string[]) =>
  `Warning: strangers' pushes can lock customers of ${codes.join(', ')} out of new browsers`;

/** Warns of carriers whose customers have no way in beside pushes, which strangers can use up, as far as the settings say so. */
export function mentionLockout({ workers, described }: Deployed, say: (line: string) => void): void {
  const { settings, carrier } = described;
  if (!workers.some(({ worker }) => worker === 'service-authorize') || settings.STARTS === undefined) return;
  const starts = settings.STARTS.split(',');
  const hasStart = (code: CarrierCode) => starts.some((name) => name.startsWith(`${code}-`));
  const isAsked = (code: CarrierCode) => carrier !== undefined || `CARRIER_${code}` in settings;
  const without = carrierCodes.filter((code) => isAsked(code) && !hasStart(code));
  if (without.length === 0) return;
  say(
    `  ${warning(without)}: STARTS has no start of theirs. Remove STARTS to offer all (docs/operating.md, Limits)`,
  );
}

/** Warns of carriers that offer no start, as they have answered. */
export function mentionNoStarts(carriers: readonly CheckedCarrier[], say: (line: string) => void): void {
  const without = carriers.filter(({ starts }) => starts === false).map(({ carrier }) => carrier);
  if (without.length === 0) return;
  say(
    `${warning(without)}: these carriers offer no start. Ask them for it, and leave them out of STARTS until then`,
  );
}
