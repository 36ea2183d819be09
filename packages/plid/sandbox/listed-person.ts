import { type CarrierCode, carrierNames } from '../../../workers/core/protocol/user-record.ts';
import type { Behaviour } from './types.ts';

/** The fields of a sandbox's user that a list shows. */
export interface ListedPerson {
  phoneNo: string;
  name: string;
  /** The network of the carrier. */
  telcoCd: CarrierCode;
  /** Whether the carrier is an MVNO on that network. */
  mvno?: 'Y' | 'N';
  behaviour?: Behaviour;
}

/** What a phone does, for lists in English. */
export const behaviorNames: Record<Behaviour, string> = {
  approves: 'approves at once',
  waits: 'waits for you',
  denies: 'denies',
  silent: 'never answers',
  fails: 'carrier fails',
  unregistered: 'no app',
};

export const personHeadings = ['PHONE', 'NAME', 'TELCO', 'THE PHONE'];

/** A row of the list of users that `plid sandbox` and `npm start` print: what a sign-in needs, and what the phone does. */
export const personRow = ({ phoneNo, name, telcoCd, mvno, behaviour = 'waits' }: ListedPerson): string[] => [
  phoneNo,
  name,
  mvno === 'Y' ? `${carrierNames[telcoCd]} MVNO` : carrierNames[telcoCd],
  behaviorNames[behaviour],
];
