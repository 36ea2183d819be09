import type { CarrierCall } from '../carrier/port.ts';
import type { CarrierOptions } from './options.ts';

/** What a case needs in addition to the carrier's address, its token, and one subscriber. */
export type Requirement =
  | 'a phone'
  | 'a clock'
  | 'calls'
  | 'without an app'
  | 'mvno'
  | 'a foreigner'
  | 'start'
  | 'cancel'
  | 'notify';

const notOffered = (call: CarrierCall) => `${call} is optional and not offered`;
const needsClock = 'takes 10 minutes without a sandbox clock: --sandbox';
const needsCalls = 'needs a carrier that calls back: --listen';
const needsForeigner = 'needs a customer with a Latin name: --foreigner. Optional, but recommended';
/** Reason that exempts a carrier which requires its own order of words in a name. */
export const nameOrderReason = 'matching another word order is recommended, not required';
/** Reasons for skipped cases that are the carrier's choice or can't be tested otherwise. */
export const exemptReasons = [
  ...(['start', 'cancel', 'notify'] as const).map(notOffered),
  needsClock,
  needsCalls,
  needsForeigner,
  nameOrderReason,
];

/**
 * @returns why cases with this requirement can't run; undefined if they can. @param offered the calls that the
 * carrier supports.
 */
export function reasonToSkip(
  need: Requirement,
  { phone, callsBack, unregistered, mvno, foreigner }: CarrierOptions,
  offered: ReadonlySet<string>,
): string | undefined {
  switch (need) {
    case 'a phone':
      return phone === undefined
        ? 'needs someone who answers on the phone: --sandbox, --phone, or a terminal'
        : undefined;
    case 'a clock':
      return phone?.advance === undefined ? needsClock : undefined;
    case 'calls':
      return callsBack === undefined ? needsCalls : undefined;
    case 'without an app':
      return unregistered === undefined ? 'needs a customer without the app: --unregistered' : undefined;
    case 'mvno':
      return mvno === undefined ? 'needs a customer of an MVNO: --mvno' : undefined;
    case 'a foreigner':
      return foreigner === undefined ? needsForeigner : undefined;
    default:
      return offered.has(need) ? undefined : notOffered(need);
  }
}
