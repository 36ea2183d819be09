import type { CarrierCall } from '../../../workers/core/carrier/port.ts';
import { carrierCodes } from '../../../workers/core/protocol/user-record.ts';
import type { CarrierOptions } from './options.ts';

/**
 * A condition that a case requires in addition to the carrier's address, the service's token, and one subscriber.
 */
export type Requirement =
  | 'a phone'
  | 'another network'
  | 'choosing'
  | 'typing'
  | 'a clock'
  | 'calls'
  | 'without an app'
  | 'mvno'
  | 'a foreigner'
  | 'start'
  | 'cancel'
  | 'notify';

const notOffered = (call: CarrierCall) => `${call} is optional and not offered`;
const needsClock = 'takes 10 minutes without a sandbox clock (use --sandbox)';
const needsCalls = 'requires a carrier that sends callbacks (use --listen)';
const needsNetwork = 'needs a network that the carrier does not reach (--networks names all)';
const needsChoosing =
  "needs a phone on which users choose the number (the carrier's --matching is another one)";
const needsTyping = "needs a phone on which users type the number (the carrier's --matching is another one)";
const needsForeigner = 'needs a customer with a Latin name (use --foreigner); optional, but recommended';
/**
 * Skip reason for a carrier that requires a specific word order in names. Matching other word orders is only
 * recommended.
 */
export const nameOrderReason = 'matching names in any word order is recommended, not required';
/**
 * Skip reasons that don't count as failures, even with `--strict`. With these reasons, the case is the carrier's
 * choice or can't be tested otherwise.
 */
export const exemptReasons = [
  ...(['start', 'cancel', 'notify'] as const).map(notOffered),
  needsNetwork,
  needsChoosing,
  needsTyping,
  needsClock,
  needsCalls,
  needsForeigner,
  nameOrderReason,
];

/**
 * @param offered the calls that the carrier supports.
 * @returns the reason why cases with this requirement can't run, or undefined if these cases can run.
 */
export function reasonToSkip(
  need: Requirement,
  { phone, callsBack, unregistered, mvno, foreigner, matching, networks }: CarrierOptions,
  offered: ReadonlySet<string>,
): string | undefined {
  switch (need) {
    case 'a phone':
      return phone === undefined
        ? 'needs someone to approve requests on the phone (use --sandbox, --phone, or a terminal)'
        : undefined;
    case 'another network':
      return networks?.length === carrierCodes.length ? needsNetwork : undefined;
    case 'choosing':
      return (matching ?? 'choose') === 'choose' ? undefined : needsChoosing;
    case 'typing':
      return (matching ?? 'type') === 'type' ? undefined : needsTyping;
    case 'a clock':
      return phone?.advance === undefined ? needsClock : undefined;
    case 'calls':
      return callsBack === undefined ? needsCalls : undefined;
    case 'without an app':
      return unregistered === undefined ? 'needs a customer without the app (use --unregistered)' : undefined;
    case 'mvno':
      return mvno === undefined ? 'needs an MVNO customer (use --mvno)' : undefined;
    case 'a foreigner':
      return foreigner === undefined ? needsForeigner : undefined;
    default:
      return offered.has(need) ? undefined : notOffered(need);
  }
}
